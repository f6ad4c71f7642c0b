import { defineConfig } from 'vitest/config'

const node = { environment: 'node', include: [] as string[] }

/** `unit` needs nothing, `api` one database server for the run, `e2e` the built web app and Chromium. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // As in the browser once its words have come.
          setupFiles: ['web/testing/words.ts'],
          include: ['contract', 'survey', 'checks', 'web', 'scripts'].map(
            (folder) => `${folder}/**/*.test.{ts,tsx}`,
          ),
        },
      },
      {
        test: {
          ...node,
          name: 'api',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: 'server/testing/database-setup.ts',
          // They wait for database, disk and child processes as much as they work; left alone it would be one on two cores.
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/build-web.ts',
          // Journeys wait more than they work: three at a time keep two cores busy.
          maxWorkers: 3,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000, interval: 100 } },
        },
      },
    ],
  },
})
