"""The paintbox: SVG shapes, colours and marks from which the pictures of all games are put together.

A picture is text. Every shape is a function that returns SVG for a place (its centre `x, y`) and a size, and
`svg.document` makes a whole picture of them. Nothing here knows a game, so that one hand seems to have drawn them all.
"""
