import { isMissing, sameAnswerValue } from '#survey/fields/registry.ts'
import type { NamedAnswer, SeenEdit } from './load.ts'

interface Sender {
  readonly accountId: string
  readonly sessionId: string
  readonly seen: ReadonlyMap<string, readonly SeenEdit[]>
}

interface Sorted {
  /** Saved like any other answer. */
  readonly named: readonly NamedAnswer[]
  /** Stored beside the survey until its owner uses or dismisses them. */
  readonly proposed: readonly NamedAnswer[]
}

/**
 * Sorts the answers of a contributor. Unanswered fields are filled in. A value that differs from the survey's
 * is proposed regardless of its time, since a device's clock must not overrule the new owner. Cleared answers
 * and repeated values are dropped.
 */
export function sortContributions(all: readonly NamedAnswer[], sender: Sender): Sorted {
  const added = all.filter((one) => !isKnown(one, sender))
  return {
    named: added.filter((one) => one.stored.subSectionDeleted || mayFill(one, sender)),
    proposed: added.filter(
      (one) => !one.stored.subSectionDeleted && !mayFill(one, sender) && !isCleared(one),
    ),
  }
}

function isKnown({ stored, given, editedAt }: NamedAnswer, { seen }: Sender): boolean {
  if (!given || (!stored.subSectionDeleted && sameAnswerValue(given, stored))) return true
  return (seen.get(stored.id) ?? []).some(
    (edit) => edit.editedAt === editedAt && sameAnswerValue(given, { ...edit }),
  )
}

/** Also fields that this session filled in itself: the device sends one edit after the other. */
function mayFill({ stored }: NamedAnswer, { accountId, sessionId }: Sender): boolean {
  return stored.editedAt === null || (stored.editedBy === accountId && stored.editedIn === sessionId)
}

function isCleared({ stored, given }: NamedAnswer): boolean {
  return given !== null && isMissing({ ...stored, ...given })
}
