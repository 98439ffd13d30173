"""Commands about models: training, analyses of them, and the models themselves."""
