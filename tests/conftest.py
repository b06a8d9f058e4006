"""Makes the toy game known beside the real ones."""

import os

os.environ.pop("SHEEPFOLD_LANGUAGE", None)
