"""python train.py WORK [--folds-only | --final-only]

Trains on the matrices in WORK: a model for each fold without its pages, which scores them (fold-N.RUN.json
and probabilities.f32), and the final one of all pages (final.RUN.json). The same versions give the same trees.
"""

import json
import sys
from pathlib import Path

import numpy as np
import xgboost as xgb

# Of no consequence for the trees; on a busy machine two are slower than one.
THREADS = 1
work = Path(sys.argv[1])
only = sys.argv[2] if len(sys.argv) > 2 else ""
settings = json.loads((Path(__file__).parent / "settings.json").read_text())
described = json.loads((work / "pages.json").read_text())
pages = described["pages"]


def read(name):
    return np.fromfile(work / name, dtype=np.float32)


rows = read("rows.f32").reshape(-1, len(described["featureNames"]))
labels = read("labels.f32")
words = read("words.f32")
counts = np.array([page["blocks"] for page in pages])
starts = np.concatenate([[0], np.cumsum(counts)])
fold_of_row = np.repeat([page["fold"] for page in pages], counts)


def page_rows(index):
    return slice(starts[index], starts[index + 1])


def weigh():
    """A block weighs as its words do among those of the page's truth; no page weighs too much."""
    given = settings["weights"]
    weights = np.zeros(len(labels), np.float32)
    for index, page in enumerate(pages):
        of_page = page_rows(index)
        weight = (words[of_page] + given["extraWords"]) / max(page["truthWords"], given["leastTruthWords"])
        total = weight.sum()
        weights[of_page] = weight * (given["mostAPage"] / total if total > given["mostAPage"] else 1)
        if page.get("isShortened"):
            weights[of_page] *= settings["shortArticles"]["weight"]
        elif "language" in page:
            weights[of_page] *= settings["otherLanguages"]["weight"]
    return weights * (len(labels) / weights.sum())


def train(chosen, name):
    """Several runs of other seeds, whose trees are averaged: single runs differ by more than most parameters do."""
    matrix = xgb.QuantileDMatrix(
        rows[chosen], labels[chosen], weight=weights[chosen], max_bin=settings["xgboost"]["max_bin"], nthread=THREADS
    )
    models = []
    for run in range(settings["runs"]):
        parameters = {
            "objective": "binary:logistic",
            "tree_method": "hist",
            "base_score": settings["base"],
            "nthread": THREADS,
            "seed": run + 1,
            **settings["xgboost"],
        }
        model = xgb.train(parameters, matrix, settings["rounds"])
        (work / f"{name}.{run}.json").write_bytes(model.save_raw("json"))
        models.append(model)
    return models


def score(models, chosen):
    margins = [model.inplace_predict(rows[chosen], predict_type="margin") for model in models]
    return 1 / (1 + np.exp(-np.mean(margins, axis=0)))


def log_loss(probabilities):
    p = np.clip(probabilities, 1e-6, 1 - 1e-6)
    return -np.average(labels * np.log(p) + (1 - labels) * np.log(1 - p), weights=weights)


def f1_of_pages(probabilities):
    """F1 of the words of the blocks that the cut keeps, as far as labels tell: chooseBlocks does the same."""
    cut = settings["cut"]
    scores = []
    for index, page in enumerate(pages):
        of_page = page_rows(index)
        p, w = probabilities[of_page], words[of_page]
        order = np.argsort(-p, kind="stable")
        right, kept = np.cumsum((p * w)[order]), np.cumsum(w[order])
        best = (2 * right / np.maximum(kept + right[-1], 1e-9)).max() if len(p) else 0
        chosen = p > min(cut["most"], max(cut["least"], cut["share"] * best ** cut["power"]))
        hits = (w * labels[of_page] * chosen).sum()
        scores.append(2 * hits / max(1, (w * chosen).sum() + page["truthWords"]))
    return np.array(scores)


def kind_of(page):
    return "short" if page.get("isShortened") else "copy" if "language" in page else page["kind"]


weights = weigh()
if only != "--final-only":
    probabilities = np.zeros(len(labels), np.float32)
    for fold in range(settings["folds"]):
        models = train(fold_of_row != fold, f"fold-{fold}")
        probabilities[fold_of_row == fold] = score(models, fold_of_row == fold)
        print(f"fold {fold} trained", flush=True)
    probabilities.tofile(work / "probabilities.f32")
    scores = f1_of_pages(probabilities)
    kinds = np.array([kind_of(page) for page in pages])
    print(f"log loss {log_loss(probabilities):.4f}")
    own = ~np.isin(kinds, ["copy", "short"])
    print(f"block F1 {scores[own].mean():.4f}, other than articles {scores[own & (kinds != 'article')].mean():.4f}")
    for kind in sorted(set(kinds)):
        print(f"  {kind} {scores[kinds == kind].mean():.4f}")
if only != "--folds-only":
    train(np.ones(len(labels), bool), "final")
    print("final model trained")
