import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const packages = join(import.meta.dirname, '..', 'node_modules', '@mantine')
/** A file that nobody wrote, with a place of its own, so that it goes with what imports it. */
const variables = {
  name: 'virtual:theme-variables.css',
  file: join(import.meta.dirname, 'theme-variables.css'),
}

/** Components of Mantine's provider that draw a style sheet of the theme, each from a file of its name. */
const drawsStyles = /\/@mantine\/core\/esm\/.*\/(MantineCssVariables|MantineClasses)\.mjs$/
/** What draws the styles of responsive properties (`cols={{ base: 1, sm: 2 }}`) as an element. */
const drawsInline = /\/@mantine\/core\/esm\/core\/InlineStyles\/InlineStyles\.mjs$/
const adoptedStyles = join(import.meta.dirname, 'lib', 'page', 'adopted-styles.ts')

/** `Button.Group = ButtonGroup`: who imports a component gets all its parts. */
const part = /^(\w+\.[A-Z]\w*) = \w+;\n/gm
const imported = /^import \{ (\w+) \} from .*\n/gm
const named = /\b[A-Z]\w*\.[A-Z]\w*\b(?! =)/g

/**
 * Leaves out of Mantine what every page would bring and none needs, and writes no `<style>` element, which the content
 * security policy forbids: parts of components that nothing names, and what
 * makes the theme's style sheet on each start, which the build makes once. While developing all of it is there.
 */
export function leanMantine(): Plugin[] {
  const partsNamed = new Set<string>()
  return [
    {
      name: 'theme-variables',
      resolveId: (id) => (id === variables.name ? variables.file : null),
      load(id) {
        if (id !== variables.file) return null
        return this.environment.mode === 'build' ? themeStyles() : ''
      },
    },
    {
      name: 'lean-mantine',
      apply: 'build',
      buildStart() {
        for (const name of namedIn(sources())) partsNamed.add(name)
      },
      transform(code, id) {
        const [, drawer] = drawsStyles.exec(id) ?? []
        if (drawer) return { code: `export const ${drawer} = () => null`, map: null }
        if (drawsInline.test(id)) return { code: adoptedInlineStyles, map: null }
        if (dragStyles.test(id)) return { code: withAdoptedStyles(code), map: null }
        return id.includes('/@mantine/core/esm/components/')
          ? { code: withoutParts(code, partsNamed), map: null }
          : null
      },
    },
  ]
}

const adoptedInlineStyles = `import { useAdoptedStyles } from ${JSON.stringify(adoptedStyles)}
import { stylesToString } from './styles-to-string/styles-to-string.mjs'
export function InlineStyles({ deduplicate, ...props }) {
  useAdoptedStyles(stylesToString(props))
  return null
}`

/** The drag library adopts styles in shadow roots and writes `<style>` elements elsewhere. */
const dragStyles = /\/@dnd-kit\/dom\/index\.js$/
const choosesElement =
  'isDocument(root) ? __privateMethod(this, _StyleInjector_instances, injectStyleElement_fn)'

function withAdoptedStyles(code: string): string {
  if (!code.includes(choosesElement)) throw new Error('@dnd-kit/dom injects its styles in another way')
  return code
    .replace(choosesElement, choosesElement.replace('isDocument(root)', 'false'))
    .replace('root.ownerDocument.defaultView', '(root.ownerDocument ?? root).defaultView')
    .replace('isShadowRoot(root) && (', '!isShadowRoot(root) || (')
}

/** Parts of components that these texts name, as `Button.Group`. */
export function namedIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.match(named) ?? [])
}

/** Their imports go with them, by which they would count as needed (`chunks.ts`). */
export function withoutParts(code: string, partsNamed: ReadonlySet<string>): string {
  const left = code.replace(part, (line, name: string) => (partsNamed.has(name) ? line : ''))
  return left.replace(imported, (line, name: string) => (names(left.replace(line, ''), name) ? line : ''))
}

function names(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code)
}

/** The app's, and Mantine's own. */
function sources(): readonly string[] {
  return [
    ...globSync('**/*.tsx', { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file)),
    ...globSync('*/esm/**/*.mjs', { cwd: packages }).map((file) => join(packages, file)),
  ].map((file) => readFileSync(file, 'utf8'))
}

/** What Mantine's provider would draw, in the page's style sheet. */
async function themeStyles(): Promise<string> {
  const { theme, cssVariables }: typeof import('./app/theme.ts') = await import(
    join(import.meta.dirname, 'app/theme.ts')
  )
  const drawn = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables }),
  )
  const styles = [...drawn.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => text)
  if (styles.length !== 2) throw new Error(`Mantine draws ${styles.length} style sheets of a theme, not 2`)
  return styles.join('\n')
}
