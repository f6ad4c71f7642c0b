import { globSync, readFileSync } from 'node:fs'
import { landingFaults } from './landed.ts'
import { report } from './source-files.ts'

const folder = 'server/db/migrations'

/** A released migration never changes: databases store its hash. */
const files = new Map(
  globSync('**/*.sql', { cwd: folder })
    .sort()
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(`${folder}/${path}`, 'utf8')] as const),
)
report('Migrations', landingFaults(files, readFileSync('checks/landed-migrations.txt', 'utf8')))
