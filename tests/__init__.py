"""The tests: rules with their ids, laws for every game found, the border, and what people see."""
