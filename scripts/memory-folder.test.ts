import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasRoomInMemory, memoryDisk } from './memory-folder.ts'

/** Returns the temporary folder of such a process. */
function folderOf(environment: Readonly<Record<string, string>>): string {
  const program = `
    const { keepFilesInMemory } = await import(${JSON.stringify(join(import.meta.dirname, 'memory-folder.ts'))})
    keepFilesInMemory()
    process.stdout.write(process.env.TMPDIR ?? '')`
  const { TMPDIR: _, ...others } = process.env
  const options = { env: { ...others, ...environment }, encoding: 'utf8' } as const
  const { stdout, status, stderr } = spawnSync(process.execPath, ['-e', program], options)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

test('keeps a folder that was set explicitly', () => {
  expect(folderOf({ TMPDIR: '/somewhere' })).toBe('/somewhere')
})

test.runIf(hasRoomInMemory())(
  'files lie in memory and go with the process, also those of one that was killed',
  () => {
    const { pid: ended } = spawnSync(process.execPath, ['-e', ''])
    const left = join(memoryDisk, `fieldbook-run-${ended}-left`)
    const ofLiving = join(memoryDisk, `fieldbook-run-${process.pid}-living`)
    onTestFinished(() => rmSync(ofLiving, { recursive: true }))
    for (const folder of [left, ofLiving]) mkdirSync(folder)
    const own = folderOf({})
    expect(own).toContain(memoryDisk)
    expect([own, left, ofLiving].filter(existsSync)).toEqual([ofLiving])
  },
)
