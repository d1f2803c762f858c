"""The sheet as it lies on the table: a game to a picture, a page and a chart."""
