/** Folders that are never searched: those of tools, whose files nobody writes, and the names of a folder itself and its parent. */
export const SKIPPED_FOLDERS: readonly string[] =
  '. .. .git .hg .svn node_modules .venv venv __pycache__ .tox .cache .next .gradle'.split(' ');
