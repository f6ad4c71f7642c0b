import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns hashes of the built page's inline scripts and style sheets, in the form of a content security policy.
 */
export function inlineCode(webFolder: string): { readonly scripts: string[]; readonly styles: string[] } {
  const page = join(webFolder, 'index.html')
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  return { scripts: hashesOf(text, 'script'), styles: hashesOf(text, 'style') }
}

function hashesOf(page: string, tag: 'script' | 'style'): string[] {
  return [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
