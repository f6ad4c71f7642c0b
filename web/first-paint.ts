import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { common } from '#contract/messages/common.ts'
import { common as spanishCommon } from '#contract/messages/es/common.ts'
import { program as spanishProgram } from '#contract/messages/es/program.ts'
import { program } from '#contract/messages/program.ts'
import type { Screen } from './app/screen.ts'

const folder = join(import.meta.dirname, 'skeleton')

/** First modules of common screens, in addition to the page's own files. */
const begins: Readonly<Record<string, readonly string[]>> = {
  login: ['sign-in/login-screen.tsx'],
  guest: ['guest-report/guest-screen.tsx', 'app/query-provider.tsx'],
  list: ['history/dashboard-screen.tsx', 'app/shell.tsx', 'app/query-provider.tsx'],
  menu: ['app/shell.tsx', 'app/query-provider.tsx'],
  form: ['survey-form/section-screen.tsx', 'app/query-provider.tsx'],
  others: ['app/other-screens.tsx'],
  en: ['contract/messages/catalogue.ts'],
  later: [
    'offline/outbox/sync.ts',
    'offline/list/prefetch-offline.ts',
    'offline/tabs/new-version.ts',
    'offline/incoming/follow.ts',
    'offline/contacts/sync-contacts.ts',
    'lib/settings/sync.ts',
    'survey-form/notices/recovered-calls.ts',
  ],
  es: ['contract/messages/es/catalogue.ts'],
}

/** Addresses with their own shape and files, by their first part. */
const named: Readonly<Record<string, Shape>> = {
  dashboard: ['list', 'list', true],
  survey: ['form', 'form', true],
  'survey-report': ['guest', 'guest', false],
}

/** Texts of the page itself, by language, for files that do not load or run. */
const startWords = {
  en: wordsOf(program, common),
  es: wordsOf(spanishProgram, spanishCommon),
}

function wordsOf(
  { notLoaded, notStarted, slowStart }: Record<'notLoaded' | 'notStarted' | 'slowStart', string>,
  { reload }: { readonly reload: string },
) {
  return { notLoaded, notStarted, slowStart, reload }
}

/** Shape of the skeleton, files to load, and whether a visitor without a session sees the login. */
type Shape = readonly [shape: string, load: string, needsSession: boolean]

/**
 * Inlines the skeleton of the addressed screen, so that the first paint waits for no file; the style sheet
 * applies once the app renders (`main.tsx`). Also starts loading the screen's files in parallel with the
 * page's own. The server allows script and style sheet by their hashes (`server/http/inline-code.ts`).
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: async (page, { bundle }) => {
        const script = textOf('skeleton.js').replace(/^\s*\/\/.*$/gm, '')
        const files = bundle ? filesOf(bundle) : {}
        const data = Object.entries({ shapes: shapesOf(await allScreens()), files, words: startWords })
          .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
        const { html, css } = withoutStyleAttributes(textOf('skeleton.html'))
        const head = `<style>${packed(textOf('skeleton.css') + css)}</style><script>{${data}\n${packed(script)}}</script>`
        return page
          .replace('</head>', () => `${head}</head>`)
          .replace('<div id="root">', () => `${packed(html)}<div id="root">`)
          .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="not all" fetchpriority="high"')
      },
    },
  }
}

function textOf(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/**
 * Moves style attributes into the page's style sheet, which the content security policy allows by its hash.
 */
function withoutStyleAttributes(text: string): { readonly html: string; readonly css: string } {
  const styles: string[] = []
  const html = text.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    const known = styles.indexOf(style)
    return ` data-style="${known < 0 ? styles.push(style) - 1 : known}"`
  })
  const css = styles.map((style, at) => `\n#skeleton [data-style='${at}']:not(#\\9) { ${style} }`).join('')
  return { html, css }
}

function packed(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

/** Imports by a computed address, since the bundler would otherwise include the whole app. */
async function allScreens(): Promise<readonly Screen[]> {
  const { screens }: typeof import('./app/screens.ts') = await import(
    join(import.meta.dirname, 'app/screens.ts')
  )
  return screens
}

/**
 * Returns the shape of each screen; the default has header and menu. A screen that differs from the first of
 * its name is listed by its whole address.
 */
export function shapesOf(screens: readonly Screen[]): Record<string, Shape> {
  const found: Record<string, Shape> = {}
  for (const { path, who, frame } of screens) {
    const whole = path.slice(1).toLowerCase()
    const [first = ''] = whole.split('/')
    const shape = frame === 'menu' ? 'menu' : ''
    const made: Shape = [shape, shape, who === 'session']
    if (first === '' || String(found[first] ?? ['', '', false]) === String(made)) continue
    found[found[first] ? whole : first] = made
  }
  return { ...found, ...named }
}

function filesOf(bundle: Rolldown.OutputBundle): Record<string, readonly string[]> {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html'))
  const withAll = (first: readonly (Rolldown.OutputChunk | undefined)[]) => {
    const found = new Set(first.filter((chunk) => chunk !== undefined))
    for (const chunk of found) {
      for (const name of chunk.imports) {
        const needed = byName.get(name)
        if (needed) found.add(needed)
      }
    }
    return found
  }
  const own = withAll([entry])
  return Object.fromEntries(
    Object.entries(begins).map(([name, modules]) => {
      const first = modules.map((module) => chunkWith(chunks, module))
      const chunksOfIt = [...withAll(first)].filter((chunk) => !own.has(chunk))
      const css = chunksOfIt.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
      const files = [...chunksOfIt.map(({ fileName }) => fileName), ...css]
      return [name, [...new Set(files)].map((file) => file.replace(/^assets\//, ''))]
    }),
  )
}

function chunkWith(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const found =
    chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/${module}`)) ??
    chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!found) throw new Error(`No file begins with ${module}`)
  return found
}
