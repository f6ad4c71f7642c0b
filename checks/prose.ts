import { checkProse, proseOf } from './prose-rules.ts'
import { report, trackedFiles } from './source-files.ts'

/** The rules quote the phrases that they forbid. */
const files = trackedFiles(['*.ts', '*.tsx', '*.css', '*.md']).filter(
  ({ path }) => !path.startsWith('checks/prose'),
)

report(
  'Prose',
  files.flatMap((file) =>
    checkProse(proseOf(file)).faults.map(
      ({ line, found, instead }) => `${file.path}:${line} ${found} → ${instead}`,
    ),
  ),
)
