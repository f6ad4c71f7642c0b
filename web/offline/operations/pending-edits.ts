import type { Edit } from '#survey/edit/edit.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { AnswerRow, FileRow } from '../store/rows.ts'
import { bySeq, hasLaterRestore } from './entries.ts'
import { replayPhases } from './operation.ts'
import { isKnownOperation, operationOf } from './registry.ts'

interface Waiting {
  readonly answers: readonly AnswerRow[]
  readonly files: readonly FileRow[]
  readonly outbox: readonly OutboxRow[]
}

/** Returns all unsent changes of this device as edits, in an order in which they can be applied. */
export function pendingEdits({ answers, files, outbox }: Waiting): readonly Edit[] {
  const collectedAnswers = Map.groupBy(answers, ({ entry }) => entry)
  const collectedFiles = Map.groupBy(files, ({ upload }) => upload)
  const rows = outbox.filter((row) => isKnownOperation(row) && !hasLaterRestore(row, outbox)).toSorted(bySeq)
  const phases = Map.groupBy(rows, (row) => operationOf(row).replay?.phase)
  return replayPhases
    .flatMap((phase) => phases.get(phase) ?? [])
    .flatMap((row) => {
      const [answers, files] = [collectedAnswers.get(row.id) ?? [], collectedFiles.get(row.id) ?? []]
      return operationOf(row).replay?.edits(row, { answers, files }) ?? []
    })
}
