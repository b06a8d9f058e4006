"""Tests speak English, whatever the machine speaks."""

import os

os.environ["SHEEPFOLD_LANGUAGE"] = "en"
