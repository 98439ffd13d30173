"""The models of a user: found, registered, compared, promoted."""
