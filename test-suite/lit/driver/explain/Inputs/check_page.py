"""Is the page well-formed, with every link to a place in it, and nothing from elsewhere? The words behind its name are in its text."""
import re
import sys
import xml.etree.ElementTree as tree

path, *words = sys.argv[1:]
text = open(path, encoding="utf-8").read()
assert text.startswith("<!DOCTYPE html>"), text[:40]
page = tree.fromstring(text)
ids = [it.get("id") for it in page.iter() if it.get("id")]
assert len(ids) == len(set(ids)), ids
for it in page.iter():
    assert not it.get("src"), it.attrib
    link = it.get("href")
    assert link is None or link[0] == "#" and link[1:] in ids, link
assert not re.search(r"https?:|url[(]|@import", text), "something from elsewhere"
shown = "".join(page.itertext())
for word in words:
    assert word in shown, word
