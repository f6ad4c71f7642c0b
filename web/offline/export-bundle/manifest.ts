import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { Shape, Turn } from '#contract/media/drawing.ts'
import { SectionWire, SurveyWire } from '#contract/surveys/surveys.ts'
import { Id, Instant } from '#contract/wire.ts'

/** Identifies a bundle before its content is validated. */
export const bundleFormat = 'fieldbook-parcel'
export const bundleVersion = 1
export const manifestName = 'fieldbook.json'

/** Upper limits. A larger file does not come from this app. */
export const bundleLimits = {
  members: 60_000,
  manifestBytes: 64 * 1024 * 1024,
  /** A video, or a floor plan as picked. */
  memberBytes: limits.videoBytes + 1024 * 1024,
  allBytes: 4 * 1024 * 1024 * 1024,
  rows: 20_000,
} as const

const Text = z.string().check(z.maxLength(limits.answerMax))
const Name = z.string().check(z.maxLength(500))
const Base = z.int().check(z.gte(0))

function rows<Row extends z.core.$ZodType>(row: Row) {
  return z.array(row).check(z.maxLength(bundleLimits.rows))
}

const Entry = z.object({
  id: Id,
  survey: Id,
  endpoint: z.string().check(z.maxLength(64)),
  /** Validated by the endpoint's rules, and sent unchanged. */
  input: z.record(z.string(), z.unknown()),
  subSection: z.nullable(Id),
  answer: z.nullable(Id),
  madeAt: Instant,
  /** Message of the server's rejection. */
  problem: z.nullable(Text),
})

const Answer = z.object({
  id: Id,
  survey: Id,
  section: Id,
  subSection: Id,
  name: Name,
  value: Text,
  values: z.array(Text).check(z.maxLength(limits.optionsMax)),
  editedAt: Instant,
  baseRevision: Base,
  copiedFrom: z.nullable(Id),
  entry: Id,
})

const File = z.object({
  id: Id,
  survey: Id,
  subSection: Id,
  answer: Id,
  upload: Id,
  kind: z.enum(['photo', 'video']),
  name: z.string().check(z.maxLength(limits.fileNameMax * 4)),
  description: z.string().check(z.maxLength(limits.descriptionMax)),
  addedAt: Instant,
})

const Drawing = z.object({
  id: Id,
  survey: Id,
  entry: Id,
  shapes: z.nullable(z.array(Shape).check(z.maxLength(limits.shapesMax))),
  turn: z.optional(Turn),
  drawnAt: Instant,
})

const Plan = z.object({
  id: Id,
  survey: Id,
  name: z.string().check(z.maxLength(limits.planNameMax)),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
})

/** The other device's copy, so that a survey opens where it was never opened. */
const Survey = z.object({
  detail: z.object({ ...SurveyWire.shape, user_survey_sections: z.array(SectionWire) }),
  /** When the server last confirmed something; '' = never. */
  syncedAt: z.string().check(z.maxLength(40)),
})

/** A member of the zip, with its purpose. */
const Member = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(400)),
  role: z.enum(['bytes', 'thumbnail', 'poster', 'drawing', 'drawing-thumbnail', 'plan', 'plan-thumbnail']),
  id: Id,
  type: z.string().check(z.regex(/^[\w.+-]{1,60}\/[\w.+-]{1,80}(;[\w\s="'.,+-]{0,100})?$|^$/)),
  size: z.int().check(z.gte(0), z.lte(bundleLimits.memberBytes)),
})

export const Manifest = z.object({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  id: Id,
  account: Id,
  madeAt: Instant,
  /** In sending order. */
  entries: rows(Entry),
  answers: rows(Answer),
  files: rows(File),
  drawings: rows(Drawing),
  plans: rows(Plan),
  surveys: rows(Survey),
  members: z.array(Member).check(z.maxLength(bundleLimits.members)),
})

export type Manifest = z.infer<typeof Manifest>
export type BundleEntry = z.infer<typeof Entry>
export type Member = z.infer<typeof Member>
export type MemberRole = Member['role']

/** Counts the changes in these entries; each answer and file counts as one. */
export function changesIn(
  { answers, files }: Pick<Manifest, 'answers' | 'files'>,
  entries: Iterable<string>,
): number {
  const counts = new Map([...entries].map((id) => [id, 0]))
  for (const id of [...answers.map(({ entry }) => entry), ...files.map(({ upload }) => upload)]) {
    const count = counts.get(id)
    if (count !== undefined) counts.set(id, count + 1)
  }
  return [...counts.values()].reduce((sum, count) => sum + Math.max(1, count), 0)
}
