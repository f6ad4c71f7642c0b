import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { report, trackedFiles } from './source-files.ts'

/** Verifies that links to the project's own files lead somewhere. */
const found = trackedFiles(['*.md']).flatMap(({ path, text }) =>
  [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(dirname(path), target)))
    .map((target) => `${path}: ${target} is not there.`),
)
report('Links of the documentation', found)
