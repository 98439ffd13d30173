"""Campaign bundles: written from one library, merged into another."""
