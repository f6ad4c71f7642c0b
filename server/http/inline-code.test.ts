import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inlineCode } from './inline-code.ts'

test("the policy names the hashes of the page's inline scripts and style sheets, and nothing else", async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(inlineCode(folder)).toEqual({ scripts: [], styles: [] })

  const [script, style] = ['\n{ document.title = "1" }\n', 'i { color: red }']
  const page = `<style>${style}</style><script>${script}</script><script type="module" src="/assets/index.js"></script>`
  await writeFile(join(folder, 'index.html'), page)
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(inlineCode(folder)).toEqual({ scripts: [hash(script)], styles: [hash(style)] })
})
