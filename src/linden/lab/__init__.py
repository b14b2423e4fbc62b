"""Balance experiments: is this rule fair, and what does a number change?"""
