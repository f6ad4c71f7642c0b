import { hasLocalRows, readLocalRows } from './local-rows.ts'
import { readLogs } from './log-files.ts'
import { readIndex } from './record-index.ts'
import { applyChanges, changeKey, type Rows } from './recorded-rows.ts'
import { type NameOf, type UnsentSurvey, unsentSurveys } from './unsent-surveys.ts'

/** Recorded work of a store that no longer exists. */
export interface OtherRecord {
  readonly rows: Rows
  readonly nameOf: NameOf
  /** Work counted in the index but missing from the rows, because the record is damaged. */
  readonly unreadable: readonly UnsentSurvey[]
}

/** Whether work of another store may be recorded. */
export function mayHaveRecord(identity: string): boolean {
  const index = readIndex()
  return index === null || index.identity !== identity || index.unrestored !== undefined
}

/** Reads the recorded work of all other stores. */
export async function readOtherRecord(identity: string): Promise<OtherRecord> {
  const isOther = (one: string) => one !== identity
  const local = readLocalRows(isOther)
  const { rows } = local
  let isWhole = local.whole
  try {
    // Local rows exist only if the log could not be written, so that log is older.
    for (const log of await readLogs((one) => isOther(one) && !hasLocalRows(one))) {
      applyChanges(
        rows,
        [...log.rows.values()].filter((change) => !rows.has(changeKey(change))),
      )
      isWhole &&= log.whole
    }
  } catch {
    // Reported below, as far as the index knows.
    isWhole = false
  }
  // Another tab may have restored it meanwhile and started the record of this store.
  const index = readIndex()
  const counted = [
    ...(index && index.identity !== identity ? index.surveys : []),
    ...(index?.unrestored ?? []),
  ]
  const nameOf = namesIn(counted)
  const isMissing = !isWhole || rows.size === 0
  return { rows, nameOf, unreadable: isMissing ? missing(counted, unsentSurveys(rows, nameOf)) : [] }
}

/** Reads this store's record as its last owner left it. */
export async function readOwnRecord(identity: string): Promise<Omit<OtherRecord, 'unreadable'>> {
  const isOwn = (one: string) => one === identity
  const local = readLocalRows(isOwn).rows
  const [log] = await readLogs((one) => isOwn(one) && !hasLocalRows(one))
  const surveys = readIndex()?.surveys ?? []
  return { rows: new Map([...(log?.rows ?? []), ...local]), nameOf: namesIn(surveys) }
}

/** Counts recorded work by survey. */
export function recordedSurveys({ rows, nameOf, unreadable }: OtherRecord): readonly UnsentSurvey[] {
  return [...unsentSurveys(rows, nameOf), ...unreadable]
}

function namesIn(surveys: readonly UnsentSurvey[]): NameOf {
  return (account, survey) =>
    surveys.find((one) => one.account === account && one.survey === survey)?.name ?? ''
}

function missing(counted: readonly UnsentSurvey[], read: readonly UnsentSurvey[]): readonly UnsentSurvey[] {
  return counted.flatMap((one) => {
    const known = read.find(({ account, survey }) => account === one.account && survey === one.survey)
    const left = (name: 'answers' | 'photos' | 'videos' | 'others' | 'bulk') =>
      Math.max(0, one[name] - (known?.[name] ?? 0))
    const rest = {
      ...one,
      ...{ answers: left('answers'), photos: left('photos'), videos: left('videos') },
      ...{ others: left('others'), bulk: left('bulk') },
      files: one.files.filter((name) => !known?.files.includes(name)),
    }
    return rest.answers + rest.photos + rest.videos + rest.others + rest.bulk > 0 ? [rest] : []
  })
}
