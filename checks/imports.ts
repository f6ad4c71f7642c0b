import { importsOf, isTest, report, sourceFiles } from './source-files.ts'

/** The top folders that each may import, and the packages where restricted. */
const floors: Readonly<
  Record<string, { readonly folders: readonly string[]; readonly packages?: readonly string[] }>
> = {
  contract: { folders: [], packages: ['zod/mini', 'intl-messageformat'] },
  survey: { folders: ['contract'], packages: ['@noble/hashes/sha2.js', '@noble/hashes/utils.js'] },
  server: { folders: ['contract', 'survey'] },
  web: { folders: ['contract', 'survey'] },
  e2e: { folders: ['contract', 'server', 'scripts'] },
  bench: { folders: ['contract', 'survey', 'server', 'web', 'scripts'] },
  checks: { folders: ['contract', 'server'] },
  scripts: { folders: ['contract', 'server', 'survey', 'checks'] },
}
const tops = Object.keys(floors)

const found: string[] = []
for (const file of sourceFiles()) {
  const top = file.path.split('/')[0] ?? ''
  const floor = floors[top]
  if (!floor) continue
  for (const name of importsOf(file)) {
    const target = tops.find((one) => name.startsWith(`${one}/`))
    if (target !== undefined && target !== top && !floor.folders.includes(target)) {
      found.push(
        `${file.path} imports ${name}: ${top}/ may import only ${[top, ...floor.folders].join(', ')}. Move what both need to a floor below.`,
      )
    }
    if (name.startsWith('survey/testing/') && !isTest(file.path) && top !== 'bench') {
      found.push(`${file.path} imports ${name}: what tests play with is no part of the product.`)
    }
    if (top === 'e2e' && target === 'server' && !name.startsWith('server/testing/')) {
      found.push(
        `${file.path} imports ${name}: journeys reach the server through its address; only server/testing is theirs.`,
      )
    }
    if (target === undefined && floor.packages && !isTest(file.path) && !floor.packages.includes(name)) {
      found.push(
        `${file.path} imports ${name}: ${top}/ is pure and may use only ${floor.packages.join(', ')}.`,
      )
    }
  }
}
report('Floors', found)
