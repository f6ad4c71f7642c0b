import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const packages = join(import.meta.dirname, '..', 'node_modules', '@mantine')
/** A generated file with a path, so that it is bundled with its importer. */
const variables = {
  name: 'virtual:theme-variables.css',
  file: join(import.meta.dirname, 'theme-variables.css'),
}

/** Components of Mantine's provider that render a style sheet of the theme, one per file. */
const drawsStyles = /\/@mantine\/core\/esm\/.*\/(MantineCssVariables|MantineClasses)\.mjs$/
/** Renders the styles of responsive properties (`cols={{ base: 1, sm: 2 }}`) as an element. */
const drawsInline = /\/@mantine\/core\/esm\/core\/InlineStyles\/InlineStyles\.mjs$/
const adoptedStyles = join(import.meta.dirname, 'lib', 'page', 'adopted-styles.ts')

/** `Button.Group = ButtonGroup`: importing a component includes all its parts. */
const part = /^(\w+\.[A-Z]\w*) = \w+;\n/gm
const imported = /^import \{ (\w+) \} from .*\n/gm
const named = /\b[A-Z]\w*\.[A-Z]\w*\b(?! =)/g

/**
 * Removes unused code from Mantine, and its `<style>` elements, which the content security policy forbids:
 * unused parts of components, and the theme's style sheet, which the build generates once. Development uses
 * the whole library.
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

/** The drag library uses adopted styles in shadow roots and `<style>` elements elsewhere. */
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

/** Returns the parts of components that these texts use, such as `Button.Group`. */
export function namedIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.match(named) ?? [])
}

/** Also removes their imports, which would count as needed (`chunks.ts`). */
export function withoutParts(code: string, partsNamed: ReadonlySet<string>): string {
  const left = code.replace(part, (line, name: string) => (partsNamed.has(name) ? line : ''))
  return left.replace(imported, (line, name: string) => (names(left.replace(line, ''), name) ? line : ''))
}

function names(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code)
}

/** Returns the sources of the app and of Mantine. */
function sources(): readonly string[] {
  return [
    ...globSync('**/*.tsx', { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file)),
    ...globSync('*/esm/**/*.mjs', { cwd: packages }).map((file) => join(packages, file)),
  ].map((file) => readFileSync(file, 'utf8'))
}

/** Returns the theme's style sheet, which Mantine's provider would render. */
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
