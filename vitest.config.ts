import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { engines } from './e2e/engines/engine.ts'
import { patience as journeyPatience } from './e2e/patience.ts'
import { findNginx } from './scripts/programs.ts'

/**
 * Files that replace modules, that need the device's store or session, which modules keep, or that say so by this mark
 * have each a world of their own.
 */
const alone = /\bvi\.mock\(|@alone\b|fake-indexeddb|fake-offline|localStorage|Session\(/

/** They wait for database, disk, browser and child processes as much as they work: two cores have time for all of these. */
const atOnce = { tests: 3, journeys: 4, otherEngines: 2 }

/** Memory is tidied less often, as between short tests little of it stays: a fourteenth of the work. */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/** `npm test` installs nginx where it may, says so where there is none, and fails for it in CI. */
const withoutNginx = findNginx() || process.env.CI ? [] : ['e2e/journeys/behind-nginx.test.ts']

/** Files that take long, most of them while they wait: what begins last should be over soon, or the other workers wait. */
const long = new RegExp(
  `/(${[
    's3/(start|store)',
    'server/(bad-input|crash|stop|paused-database|survey-rights)',
    'db/(watchdog|lease|recorded|embedded)',
    'backups/(commands|back-up)',
    'custom-forms/import-export',
    'downloads/pdf-crowd',
    'guests/crowd',
    'password/guess-limit',
    'sample/sample',
    'journeys/(after-update|put-back|together|cold-start)',
    '(other-systems|killed-at-any-moment|main-job)',
  ].join('|')})\\.test\\.ts$`,
)

/** Long files first; within both, project by project: a worker that changes the project loads its modules anew. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) =>
      `${long.test(moduleId) ? 0 : 1} ${project.name}`
    return (await super.sort(files)).sort((one, other) =>
      place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0,
    )
  }
}

/** After these a test hangs; a busy machine is not a failure. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

/** What runs once more on a PostgreSQL server as operators have it: start, migrations, saves, order, search. */
const onNamedServer = [
  'server/db/named/*.test.ts',
  'server/db/{migrate,upgrade}.test.ts',
  'server/{history,access}.test.ts',
  'server/http/{replay,large-replies}.test.ts',
  'server/backups/round-trip.test.ts',
  'server/features/surveys/{answers/auto-save,answers/merging,list/*,search/*}.test.ts',
]

/** What runs once more with its files in a bucket, besides the tests of that: all that takes files in or gives them out. */
const onS3 = [
  'server/files/s3/*.test.ts',
  'server/crash.test.ts',
  'server/backups/round-trip.test.ts',
  'server/features/media/{media,copy,drawing}.test.ts',
  'server/features/media/resumable/*.test.ts',
  'server/features/downloads/{media-file,zip-file,plan-file,video-without-copy}.test.ts',
  'server/features/{profile/photo,bulk-uploads/*,guest-dashboard/record}.test.ts',
]

/**
 * The files of one kind as two projects: those that share loaded modules, which is most of the time saved, and those
 * that must not. `--project 'api*'` runs both.
 */
function projects(
  name: string,
  patterns: readonly string[],
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration[] {
  const root = import.meta.dirname
  const files = patterns
    .flatMap((pattern) =>
      globSync(pattern, { cwd: root, ...(test?.exclude ? { exclude: test.exclude } : {}) }),
    )
    .sort()
  const apart = files.filter((file) => alone.test(readFileSync(`${root}/${file}`, 'utf8')))
  const shared = { ...patience, ...test, environment: 'node', maxWorkers: atOnce.tests, execArgv }
  const exclude = [...configDefaults.exclude, ...(test?.exclude ?? []), ...apart]
  const rest = { include: [...patterns], exclude }
  return [
    { test: { ...shared, ...rest, name, isolate: false } },
    { test: { ...shared, include: apart, name: `${name} alone` } },
  ]
}

const journeys = {
  execArgv,
  environment: 'node',
  globalSetup: 'e2e/build-web.ts',
  isolate: false,
  testTimeout: 480_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: journeyPatience, interval: 100 } },
} as const

/**
 * `unit` needs nothing, `api` one database server for the run, `postgres` Debian's, `s3` an S3 server
 * besides, `e2e` the built web app and Chromium,
 * `webkit`, `firefox` and `chromium` the same journeys in that engine.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      ...projects(
        'unit',
        ['contract', 'survey', 'checks', 'web', 'scripts'].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
        // As in the browser once its words have come.
        { setupFiles: ['web/testing/words.ts'] },
      ),
      ...projects('api', ['server/**/*.test.ts', 'bench/**/*.test.ts'], {
        globalSetup: 'server/testing/database-setup.ts',
        exclude: ['server/db/named/**', 'server/files/s3/**'],
      }),
      ...projects('postgres', onNamedServer, { globalSetup: 'server/testing/named-server.ts' }),
      ...projects('s3', onS3, {
        globalSetup: ['server/testing/database-setup.ts', 'server/testing/s3-server.ts'],
      }),
      {
        test: {
          ...journeys,
          name: 'e2e',
          // An ordinary profile is opened again in all three engines with every run; the rest of theirs is the soak's.
          include: ['e2e/journeys/**/*.test.ts', 'e2e/engines/lasting-profile.test.ts'],
          provide: { engine: 'chromium' },
          exclude: [...configDefaults.exclude, ...withoutNginx],
          maxWorkers: atOnce.journeys,
        },
      },
      ...engines.map((engine) => ({
        test: {
          ...journeys,
          name: engine,
          include: ['e2e/engines/**/*.test.ts'],
          maxWorkers: atOnce.otherEngines,
          provide: { engine },
        },
      })),
    ],
  },
})
