"""What keeps one caller from standing in everybody's way: how often, how much at once, in which order."""
