
(function () {
  function choose(id) {
    document.querySelectorAll('.chosen').forEach(function (it) { it.classList.remove('chosen'); });
    document.querySelectorAll('[data-nest="' + id + '"]').forEach(function (it) { it.classList.add('chosen'); });
    var article = document.getElementById(id);
    if (article) { article.classList.add('chosen'); }
  }
  function chosen() { choose(location.hash.slice(1)); }
  window.addEventListener('hashchange', chosen);
  document.querySelectorAll('article').forEach(function (it) {
    it.addEventListener('click', function () {
      choose(it.id);
      var line = document.querySelector('[data-nest="' + it.id + '"]');
      if (line) { line.scrollIntoView({ block: 'nearest' }); }
    });
  });
  chosen();
})();
