import type { CollectingName, EntryOf, OperationName, OutboxRow, PayloadOf } from './outbox-rows.ts'

export type HeaderBody = Pick<
  NonNullable<PayloadOf<'surveys.submit'>['body']>,
  | 'survey_name'
  | 'owner_name'
  | 'status'
  | 'checkbox_1'
  | 'checkbox_2'
  | 'show_positions'
  | 'show_internal'
  | 'time_zone'
>

/** Facts about an operation that every folder may use; a missing property means no. `operations/` has the rest. */
interface Facts<Name extends OperationName> {
  /** Effect on the survey as a whole. */
  readonly survey?: 'creates' | 'deletes' | 'deletes for good' | 'restores'
  /** Effect on the entry's sub-section as a whole. */
  readonly subSection?: 'adds' | 'removes' | 'restores'
  /** The rows that hold its payload until it is sent. They are counted one by one. */
  readonly collects?: 'answers' | 'files'
  /** Sends pictures or videos, whose bytes only this device has. All other operations are kilobytes of text. */
  readonly carriesPictures?: true
  /** Returns the name of the file that it sends, if the entry itself has it. */
  fileName?(entry: EntryOf<Name>): string
  /** Returns its changes to the survey's names, status and report choices. */
  header?(entry: EntryOf<Name>): HeaderBody
  /** Whether an answer that is typed after it needs a new save. */
  closesSaves?(entry: EntryOf<Name>): boolean
}

type Collects<Name> = Name extends CollectingName
  ? { readonly collects: 'answers' | 'files' }
  : { readonly collects?: never }

const facts: { readonly [Name in OperationName]: Facts<Name> & Collects<Name> } = {
  'surveys.create': { survey: 'creates' },
  'surveys.submit': {
    header: ({ input }) => input.body ?? {},
    // A Submit checks a fixed state.
    closesSaves: ({ input }) => input.body?.status !== undefined,
  },
  'surveys.autoSave': { collects: 'answers' },
  'surveys.addSimilar': { subSection: 'adds' },
  'surveys.removeSimilar': { subSection: 'removes' },
  'surveys.restoreSimilar': { subSection: 'restores' },
  'surveys.delete': { survey: 'deletes' },
  'surveys.restore': { survey: 'restores' },
  'surveys.deleteForGood': { survey: 'deletes for good' },
  // After a move, the fields differ.
  'surveyMoves.move': { closesSaves: () => true },
  'media.upload': { collects: 'files', carriesPictures: true },
  'media.copy': {},
  'media.describe': {},
  'media.delete': {},
  'media.draw': { carriesPictures: true },
  'media.undraw': {},
  'plans.add': { carriesPictures: true, fileName: ({ input }) => input.body.name },
  'plans.rename': {},
  'plans.delete': {},
  'plans.setPin': {},
}

/** Returns no facts for an operation of a later version of the app. */
export function factsOf({ endpoint }: Pick<OutboxRow, 'endpoint'>): Facts<OperationName> {
  return Object.hasOwn(facts, endpoint) ? (facts[endpoint] as Facts<OperationName>) : {}
}

/** The names of the operations with these facts, to read the outbox by its index. */
export function operationsWhere(
  test: (one: Facts<OperationName>) => boolean | undefined,
): readonly OperationName[] {
  return (Object.keys(facts) as OperationName[]).filter((endpoint) => test(factsOf({ endpoint })))
}

/** Returns an entry's changes to the survey's header; empty for other entries. */
export function headerIn(row: OutboxRow): HeaderBody {
  return factsOf(row).header?.(row) ?? {}
}

/** Whether the entry is a Save or Submit, not a change of names or report choices. */
export function isStatus(row: OutboxRow): boolean {
  return headerIn(row).status !== undefined
}

/** Whether it deletes or restores the survey, after which the survey's content is as it was. */
export function endsOrRestores(row: OutboxRow): boolean {
  const { survey } = factsOf(row)
  return survey !== undefined && survey !== 'creates'
}

export function carriesPictures(row: OutboxRow): boolean {
  return factsOf(row).carriesPictures === true
}
