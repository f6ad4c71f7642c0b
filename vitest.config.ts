import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { engines } from './e2e/engines/engine.ts'
import { patience as journeyPatience } from './e2e/patience.ts'
import { findNginx } from './scripts/programs.ts'

/**
 * Test files that run alone: they replace modules, need the device's store or session (which modules keep),
 * or have this mark.
 */
const alone = /\bvi\.mock\(|@alone\b|fake-indexeddb|fake-offline|localStorage|Session\(/

/** Tests mostly wait for database, disk, browser and child processes, so two cores can run this many. */
const atOnce = { tests: 3, journeys: 4, otherEngines: 2 }

/** Collects garbage less often, since short tests leave little of it; saves a fourteenth of the time. */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/** `npm test` installs nginx where possible, prints a notice otherwise, and fails in CI without it. */
const withoutNginx = findNginx() || process.env.CI ? [] : ['e2e/journeys/behind-nginx.test.ts']

/** Slow files, which mostly wait. They start first, so that the last files are short. */
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

/**
 * Runs slow files first and then project by project, because a worker that changes the project reloads its
 * modules.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) =>
      `${long.test(moduleId) ? 0 : 1} ${project.name}`
    return (await super.sort(files)).sort((one, other) =>
      place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0,
    )
  }
}

/** Timeouts of a hanging test, long enough for a busy machine. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

/**
 * Tests that also run on an operator's kind of PostgreSQL server: start, migrations, saves, order, search.
 */
const onNamedServer = [
  'server/db/named/*.test.ts',
  'server/db/{migrate,upgrade}.test.ts',
  'server/{history,access}.test.ts',
  'server/http/{replay,large-replies}.test.ts',
  'server/backups/round-trip.test.ts',
  'server/features/surveys/{answers/auto-save,answers/merging,list/*,search/*}.test.ts',
]

/** Tests that also run with their files in a bucket: everything that stores or returns files. */
const onS3 = [
  'server/files/s3/*.test.ts',
  'server/crash.test.ts',
  'server/backups/round-trip.test.ts',
  'server/features/media/{media,copy,drawing}.test.ts',
  'server/features/media/resumable/*.test.ts',
  'server/features/downloads/{media-file,zip-file,plan-file,video-without-copy}.test.ts',
  'server/features/exports/{exports,writing}.test.ts',
  'server/features/{profile/photo,bulk-uploads/*,guest-dashboard/record}.test.ts',
]

/**
 * Divides the files of one kind into two projects: files that share loaded modules, which saves most of the
 * time, and files that must not. `--project 'api*'` runs both.
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
        // Loads the texts, like the browser does.
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
          // All three engines reopen an ordinary profile in every run; their other tests belong to the soak.
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
