// Older hosts look for ripgrep under the name of a package that downloads it; this one is in the registry.
exports.rgPath = require('@vscode/ripgrep-universal').rgPath;
