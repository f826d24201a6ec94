"""python train.py WORK [--folds-only | --final-only | --confidence]

Trains on the matrices in WORK: for each fold a kind head and a block model without its pages, and the final ones of all
pages. --confidence trains the confidence heads on what measure-confidence.mjs has written. The same versions give the
same trees.
"""

import json
import sys
from pathlib import Path

import numpy as np
import xgboost as xgb

# The number of threads does not change the trees; on a busy machine two are slower than one.
THREADS = 1
work = Path(sys.argv[1])
only = sys.argv[2] if len(sys.argv) > 2 else ""
settings = json.loads((Path(__file__).parent / "settings.json").read_text())
described = json.loads((work / "pages.json").read_text())
pages = described["pages"]
kinds = described["kinds"]
fold_of_page = np.array([page["fold"] for page in pages])
kind_of_page = np.array([kinds.index(page["kind"]) for page in pages])


def read(name):
    return np.fromfile(work / name, dtype=np.float32)


def is_copy(page):
    return page.get("isShortened") or "language" in page


class Trainer:
    """Trains and writes one forest."""

    def __init__(self, given, objective):
        self.rounds = given["rounds"]
        self.max_bin = given["xgboost"]["max_bin"]
        self.parameters = {"tree_method": "hist", "nthread": THREADS, **given["xgboost"], **objective}

    def matrix(self, rows, labels, weights=None):
        return xgb.QuantileDMatrix(rows, labels, weight=weights, max_bin=self.max_bin, nthread=THREADS)

    def train(self, matrix, name, seed=1):
        model = xgb.train({**self.parameters, "seed": seed}, matrix, self.rounds)
        (work / f"{name}.json").write_bytes(model.save_raw("json"))
        return model


def train_kinds():
    """The probabilities of the kinds of all pages, each by the head that was trained without its fold."""
    figures = read("kinds.f32").reshape(-1, len(described["kindFigureNames"]))
    weights = np.array([settings["kinds"]["copyWeight"] if is_copy(page) else 1 for page in pages])
    trainer = Trainer(settings["kinds"], {"objective": "multi:softprob", "num_class": len(kinds), "base_score": 0.5})
    found = np.zeros((len(pages), len(kinds)), np.float32)
    for fold in [*range(settings["folds"]), None]:
        chosen = fold_of_page != (-1 if fold is None else fold)
        matrix = trainer.matrix(figures[chosen], kind_of_page[chosen], weights[chosen])
        model = trainer.train(matrix, "final.kinds" if fold is None else f"fold-{fold}.kinds")
        if fold is not None:
            found[~chosen] = model.inplace_predict(figures[~chosen])
    own = np.array([not is_copy(page) for page in pages])
    print(f"kinds: {(found.argmax(1) == kind_of_page)[own].mean():.3f} right")
    for kind, name in enumerate(kinds):
        of_kind = own & (kind_of_page == kind)
        print(f"  {name} {(found.argmax(1) == kind)[of_kind].mean():.3f}")
    return found


def train_confidence():
    """On the pages that are no copies: figures of measure-confidence.mjs, and the F1 of their extraction."""
    measured = json.loads((work / "confidence.json").read_text())
    figures = np.array([page["figures"] for page in measured["pages"]], np.float32)
    right = np.array([page["f1"] >= settings["confidence"]["rightF1"] for page in measured["pages"]])
    folds = np.array([page["fold"] for page in measured["pages"]])
    trainer = Trainer(settings["confidence"], {"objective": "binary:logistic", "base_score": float(right.mean())})
    found = np.zeros(len(folds))
    for fold in [*range(settings["folds"]), None]:
        chosen = folds != (-1 if fold is None else fold)
        model = trainer.train(
            trainer.matrix(figures[chosen], right[chosen]),
            "final.confidence" if fold is None else f"fold-{fold}.confidence",
        )
        if fold is not None:
            found[~chosen] = model.inplace_predict(figures[~chosen])
    (work / "confidence-base.json").write_text(json.dumps(float(right.mean())))
    deciles = [
        {"from": float(found[part].min()), "mean": float(found[part].mean()), "wrong": float(1 - right[part].mean())}
        for part in np.array_split(np.argsort(found), 10)
    ]
    warned = found < settings["confidence"]["low"]
    report = {
        "deciles": deciles,
        "warned": float(warned.mean()),
        "wrongOfWarned": float(1 - right[warned].mean()),
        "warnedOfWrong": float(warned[~right].mean()),
    }
    (work / "confidence-report.json").write_text(json.dumps(report))
    print(json.dumps(report, indent=1))


if only == "--confidence":
    train_confidence()
    sys.exit()

rows = read("rows.f32").reshape(-1, len(described["featureNames"]))
labels = read("labels.f32")
words = read("words.f32")
counts = np.array([page["blocks"] for page in pages])
starts = np.concatenate([[0], np.cumsum(counts)])
fold_of_row = np.repeat(fold_of_page, counts)


def page_rows(index):
    return slice(starts[index], starts[index + 1])


def weigh():
    """A block weighs as its words do among those of the page's truth; the weight of a page is limited."""
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


def train_blocks(chosen, name):
    """Several runs of other seeds, whose trees are averaged: single runs differ by more than most parameters do."""
    trainer = Trainer(settings, {"objective": "binary:logistic", "base_score": settings["base"]})
    matrix = trainer.matrix(rows[chosen], labels[chosen], weights[chosen])
    return [trainer.train(matrix, f"{name}.{run}", run + 1) for run in range(settings["runs"])]


def score(models, chosen):
    margins = [model.inplace_predict(rows[chosen], predict_type="margin") for model in models]
    return 1 / (1 + np.exp(-np.mean(margins, axis=0)))


def log_loss(probabilities):
    p = np.clip(probabilities, 1e-6, 1 - 1e-6)
    return -np.average(labels * np.log(p) + (1 - labels) * np.log(1 - p), weights=weights)


def f1_of_pages(probabilities):
    """F1 of the words of the blocks above the threshold, by their labels; thresholdOf and cutOfPage do the same."""
    cut = settings["cut"]
    factors = kind_probabilities @ np.array([cut["kinds"].get(kind, 1) for kind in kinds])
    scores = []
    for index, page in enumerate(pages):
        of_page = page_rows(index)
        p, w = probabilities[of_page], words[of_page]
        order = np.argsort(-p, kind="stable")
        right, kept = np.cumsum((p * w)[order]), np.cumsum(w[order])
        best = (2 * right / np.maximum(kept + right[-1], 1e-9)).max() if len(p) else 0
        chosen = p > min(cut["most"], max(cut["least"], cut["share"] * factors[index] * best ** cut["power"]))
        hits = (w * labels[of_page] * chosen).sum()
        scores.append(2 * hits / max(1, (w * chosen).sum() + page["truthWords"]))
    return np.array(scores)


def group_of(page):
    return "short" if page.get("isShortened") else "copy" if "language" in page else page["kind"]


weights = weigh()
kind_probabilities = train_kinds()
# make-matrices.mjs has left these columns empty.
rows[:, -len(kinds) :] = np.repeat(kind_probabilities, counts, axis=0)
if only != "--final-only":
    probabilities = np.zeros(len(labels), np.float32)
    for fold in range(settings["folds"]):
        models = train_blocks(fold_of_row != fold, f"fold-{fold}")
        probabilities[fold_of_row == fold] = score(models, fold_of_row == fold)
        print(f"fold {fold} trained", flush=True)
    probabilities.tofile(work / "probabilities.f32")
    scores = f1_of_pages(probabilities)
    groups = np.array([group_of(page) for page in pages])
    print(f"log loss {log_loss(probabilities):.4f}")
    own = ~np.isin(groups, ["copy", "short"])
    print(f"block F1 {scores[own].mean():.4f}, other than articles {scores[own & (groups != 'article')].mean():.4f}")
    for group in sorted(set(groups)):
        print(f"  {group} {scores[groups == group].mean():.4f}")
if only != "--folds-only":
    train_blocks(np.ones(len(labels), bool), "final")
    print("final model trained")
