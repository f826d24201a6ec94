#!/usr/bin/env bash
# train.sh SET [WORK]: from the unpacked development set to model/main-content.bin and its card. See README.md.
# PYTHON names an interpreter that has what requirements.txt lists.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
set_directory="${1:?the directory of the unpacked development set is missing; see README.md}"
work="${2:-$(mktemp -d)}"
python="${PYTHON:-python3}"
"$python" -c 'import numpy, xgboost' || { echo "run: $python -m pip install -r $here/requirements.txt" >&2; exit 1; }

(cd "$here/.." && npx tsc -b)
node "$here/make-matrices.mjs" "$set_directory" "$work"
"$python" "$here/train.py" "$work"
node "$here/pack-models.mjs" "$work"
node "$here/evaluate.mjs" "$set_directory" --folds "$work" --out "$work/evaluation.json"
node "$here/measure-confidence.mjs" "$set_directory" "$work"
"$python" "$here/train.py" "$work" --confidence
node "$here/pack-models.mjs" "$work"
mkdir -p "$here/../model"
cp "$work/final.bin" "$here/../model/main-content.bin"
node "$here/write-card.mjs" "$work"
echo "model/main-content.bin and model/README.md are new; what they were made of is in $work"
