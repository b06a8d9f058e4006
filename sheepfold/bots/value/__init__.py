"""What positions are worth, learned from games played against oneself and others: `sheepfold train GAME`.

`inputs` says what a network is shown of a position, `games` plays, `learning` moves the weights towards what came of
it, `calibration` looks whether chances are what they say, and `training` is the whole of it.
"""
