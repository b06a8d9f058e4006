"""Write the told games and the counts anew."""

from tests.golden import FOLDER, RECORDS, counted, told

for record in RECORDS:
    record.with_suffix(".golden").write_text(told(record), encoding="utf-8")
(FOLDER / "paths.txt").write_text(counted(), encoding="utf-8")
