import { readFileSync } from 'node:fs'
import { importsOf, isTest, report, type SourceFile, sourceFiles } from './source-files.ts'

/** Server slices in order: each may import only those listed, and only their public modules. */
const order: Readonly<Record<string, readonly string[]>> = {
  health: [],
  audit: [],
  messages: ['audit'],
  codes: ['messages', 'audit'],
  accounts: ['messages', 'audit', 'codes'],
  recovery: ['accounts', 'messages', 'audit', 'codes'],
  social: ['accounts', 'messages', 'audit', 'codes'],
  'sign-up': ['accounts', 'messages', 'audit', 'codes', 'social', 'legal'],
  passkeys: ['accounts', 'messages', 'audit'],
  'api-keys': ['accounts', 'templates', 'messages', 'audit'],
  settings: ['accounts'],
  contacts: [],
  'survey-moves': ['surveys', 'templates', 'audit'],
  'custom-forms': ['accounts', 'templates', 'audit', 'reports'],
  analytics: [],
  menu: ['accounts', 'surveys'],
  legal: ['accounts', 'audit'],
  admin: ['accounts', 'messages', 'audit', 'codes', 'health', 'analytics', 'surveys'],
  templates: [],
  surveys: ['accounts', 'templates', 'messages', 'audit'],
  profile: ['accounts', 'messages', 'audit', 'codes', 'surveys'],
  media: ['surveys', 'templates', 'audit'],
  plans: ['surveys', 'media'],
  'bulk-uploads': ['accounts', 'media'],
  sharing: ['surveys', 'accounts', 'messages', 'audit', 'codes'],
  members: ['surveys', 'accounts', 'messages', 'audit'],
  teams: ['surveys', 'messages', 'audit'],
  collections: ['teams', 'accounts', 'audit'],
  reviews: ['surveys', 'accounts', 'messages', 'audit'],
  reports: ['surveys', 'media', 'plans', 'audit'],
  'guest-dashboard': ['sharing', 'accounts', 'messages', 'audit', 'codes'],
  guests: ['sharing', 'surveys', 'media', 'plans', 'reports', 'audit'],
  downloads: ['sharing', 'surveys', 'media', 'plans', 'reports', 'accounts', 'audit'],
  exports: ['surveys', 'templates', 'media', 'plans', 'reports', 'accounts', 'messages', 'audit'],
  sample: ['accounts', 'templates', 'surveys', 'media', 'plans', 'audit'],
}
/** Private modules of a slice. */
const inner = /\/(routes|present)\.ts$/

/** Web slices that may import other slices; the rest import only shared folders. */
const webEdges: Readonly<Record<string, readonly string[]>> = {
  admin: ['api-keys'],
  history: ['exports', 'sharing', 'report-print', 'survey-form', 'survey-moves', 'form-builder'],
  media: ['photo-drawing'],
  profile: ['passkeys', 'social'],
  'sign-in': ['passkeys'],
  'survey-form': ['media', 'sharing'],
  'building-info': ['survey-form'],
  'device-storage': ['survey-form'],
  'form-builder': ['survey-form', 'form-library', 'survey-moves'],
  'form-library': ['survey-moves'],
  'guest-report': ['media'],
  plans: ['media', 'survey-form'],
  'photo-choice': ['media'],
  'report-print': ['survey-form'],
  review: ['history', 'report-print', 'survey-form'],
}
const drawers = /(^|\/)(utils?|helpers?|misc|common|index)\.tsx?$/

const found: string[] = []
for (const file of sourceFiles()) {
  if (drawers.test(file.path) && !file.path.startsWith('contract/messages/')) {
    found.push(`${file.path}: name the file after what is in it; there are no drawers.`)
  }
  checkServer(file)
  checkWeb(file)
}
checkPage()
report('Slices', found)

/** Verifies that the architecture page shows the same list. */
function checkPage(): void {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const lines = Object.entries(order).map(
    ([slice, others]) => `${slice.padEnd(15)} → ${others.join(', ') || 'none'}`,
  )
  const list = ['```slices', ...lines, '```'].join('\n')
  if (page.includes(`${list}\n`)) return
  found.push(`docs/architecture.md: put this list of slices there, between its marks:\n${list}`)
}

function checkServer(file: SourceFile): void {
  const from = /^server\/features\/([^/]+)\//.exec(file.path)?.[1]
  for (const name of importsOf(file)) {
    const to = /^server\/features\/([^/]+)\//.exec(name)?.[1]
    if (to === undefined || isTest(file.path)) continue
    if (from === undefined) {
      checkOutsider(file, name)
      continue
    }
    if (from === to) continue
    if (!order[from])
      found.push(`${file.path}: the slice ${from} has no place in the order of checks/slices.ts.`)
    else if (!order[from].includes(to))
      found.push(
        `${file.path} imports ${name}: ${from} may use only ${order[from].join(', ') || 'no other slice'}.`,
      )
    else if (inner.test(name))
      found.push(
        `${file.path} imports ${name}: routes and present belong to their slice alone; use its data or a named part.`,
      )
  }
}

/** Outside of the slices, only top-level server files may import them; `http`, `db` and `files` may not. */
function checkOutsider(file: SourceFile, name: string): void {
  if (!file.path.startsWith('server/') || /^server\/[^/]+\.ts$/.test(file.path)) return
  found.push(`${file.path} imports ${name}: what stands below the slices must not know them.`)
}

function checkWeb(file: SourceFile): void {
  const from = /^web\/features\/([^/]+)\//.exec(file.path)?.[1]
  for (const name of importsOf(file)) {
    const to = /^web\/features\/([^/]+)\//.exec(name)?.[1]
    if (to !== undefined && from !== undefined && to !== from && !webEdges[from]?.includes(to)) {
      found.push(
        `${file.path} imports ${name}: web slices share through ui/, lib/ and offline/; allowed edges are in checks/slices.ts.`,
      )
    }
    if (to !== undefined && from === undefined && !file.path.startsWith('web/app/')) {
      found.push(`${file.path} imports ${name}: floors do not know the screens.`)
    }
  }
}
