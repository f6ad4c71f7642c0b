import { silentCatches } from './catches.ts'
import { isTest, report, sourceFiles } from './source-files.ts'

/** Every `catch` of the app must report to the device's journal, rethrow, or state why nothing is owed. */
report(
  'No silent catch',
  sourceFiles()
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .flatMap(({ path, text }) =>
      silentCatches(text).map(
        (line) =>
          `${path}:${line} drops an error: report it (logError() of web/offline/store/journal.ts), or say in a comment why nothing is owed.`,
      ),
    ),
)
