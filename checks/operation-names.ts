import { operationComparisons } from './operation-comparisons.ts'
import { report, sourceFiles } from './source-files.ts'

report(
  'Names of operations',
  operationComparisons(sourceFiles()).map(
    (place) =>
      `${place}: it compares the name of an operation; ask store/operation-facts.ts or operations/operation.ts, and add a property where none says it.`,
  ),
)
