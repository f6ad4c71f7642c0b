import { dirname, join } from 'node:path'
import { type Plugin, parseAst, type Rolldown } from 'vite'

/**
 * The files that a screen begins with, for each screen that people wait for; the others in groups. A file may begin
 * several: what stands around a screen comes with it.
 */
const screens: Readonly<Record<string, RegExp>> = {
  start: /main\.tsx$/,
  others: /app\/other-screens\.tsx$/,
  login: /sign-in\/login-screen/,
  entry: /features\/(sign-in|sign-up|recovery|social)\/.*-screen/,
  guest: /guest-screen|app\/reads|messages\/catalogue/,
  list: /dashboard-screen|app\/(shell|reads)|messages\/catalogue/,
  form: /section-screen|app\/reads|messages\/catalogue/,
  field: /(building|photo-choice|plans|print|review|storage)-screen|app\/reads|messages\/catalogue/,
  other:
    /features\/(admin|bulk-upload|camera-check|contacts|deleted-surveys|form-builder|form-library|guest-dashboard|home|info|outbox|profile|settings|speech-test|terms|user-search)\/.*-screen|app\/(shell|reads)|messages\/catalogue/,
}

/** Screens that people wait for most, each with a file of what only it needs. */
const waitedFor = ['login', 'guest', 'list', 'form'] as const

/** Screens that draw nothing and call nothing that needs a parser before somebody does something. */
const withoutSchemas = ['login-screen', 'section-screen']

/** Packages whose first file only lists all they have, and is left out where names are taken from it. */
const ofLists = /\/node_modules\/(@mantine\/(core|hooks)|@tabler\/icons-react|uuid)\//

/**
 * Puts each module into a file by the screens that need it: one file for what only the form needs, one for what form
 * and list need, and so on. By itself the bundler tells all screens and dialogs of the app apart, which made more than
 * a hundred files for the form. No screen that is named here gets what it does not need, and no two files need each
 * other: what a module needs is needed by all the screens that need the module.
 */
export function chunkByScreens(): Plugin {
  return {
    name: 'chunk-by-screens',
    apply: 'build',
    config: ({ root = '' }) => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ debugName: 'by screens', name: namer(join(root, 'main.tsx')) }],
            },
          },
        },
      },
    }),
    generateBundle(_, bundle) {
      // The browser would run one of them before what it needs.
      const circle = circleIn(bundle)
      if (circle) this.error(`These files need each other: ${circle.join(', ')}`)
      for (const screen of withoutSchemas) {
        const schemas = schemasFor(bundle, screen)
        if (schemas)
          this.error(`${schemas} brings schemas to the start of ${screen}: name a file without them`)
      }
    },
  }
}

function namer(first: string): Rolldown.CodeSplittingNameFunction {
  let names: ReadonlyMap<string, ReadonlySet<string>> | null = null
  return (id, context) => {
    names ??= neededBy(first, new Modules(context))
    // What is only ever asked for later is a file of its own anyway, and the page's own begins all others.
    const isAskedFor = context.getModuleInfo(id)?.importers.length === 0 && !screens.others?.test(id)
    return id.startsWith('\0') || isAskedFor ? null : fileNameOf(names.get(id) ?? new Set())
  }
}

/**
 * The file of a module that these screens need; null = as the bundler has it. Each file costs the browser as much as
 * ten kilobytes more, so what few modules share goes to the next larger circle; but the form, whose start is the
 * longest, gets nothing that it does not need, and sign-up, recovery and the like get nothing of list and form. Whatever
 * needs a module is needed by no more screens than it, and goes to a circle that is no larger.
 */
function fileNameOf(screens: ReadonlySet<string>): string | null {
  if (screens.has('start')) return 'start'
  // What the login needs as well would bring it the table of all screens.
  if (screens.has('others')) return screens.has('login') ? 'start' : 'others'
  const [login, guest, list, form] = waitedFor.map((screen) => screens.has(screen))
  const entry = screens.has('entry')
  const other = list || form
  if (login && guest) return 'start'
  if (login && other) return form ? 'login-list-form' : 'login-list'
  if (guest && other) return form ? 'guest-list-form' : 'guest-list'
  if (entry && other) return form ? 'entry-list-form' : 'entry-list'
  if (list && form) return 'list-form'
  return waitedFor.find((screen) => screens.has(screen)) ?? null
}

/** A module of the parsers that a screen begins with. */
function schemasFor(bundle: Rolldown.OutputBundle, screen: string): string | undefined {
  const begins = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === screen)
  if (!begins) throw new Error(`No file begins ${screen}`)
  const needed = new Set([begins.fileName])
  for (const name of needed) {
    const file = bundle[name]
    if (file?.type !== 'chunk') continue
    for (const one of file.imports) needed.add(one)
    const schemas = Object.keys(file.modules).find((id) => id.includes('/node_modules/zod/'))
    if (schemas) return `${name} (${schemas})`
  }
  return undefined
}

function circleIn(bundle: Rolldown.OutputBundle): readonly string[] | null {
  const done = new Set<string>()
  const search = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return way.slice(way.indexOf(file))
    if (done.has(file)) return null
    const chunk = bundle[file]
    const needed = chunk?.type === 'chunk' ? chunk.imports : []
    const found = needed.map((one) => search(one, [...way, file])).find((circle) => circle !== null)
    done.add(file)
    return found ?? null
  }
  return (
    Object.keys(bundle)
      .map((file) => search(file, []))
      .find((circle) => circle !== null) ?? null
  )
}

/** The screens that need each module. */
function neededBy(first: string, modules: Modules): ReadonlyMap<string, ReadonlySet<string>> {
  const askedFor = modules.askedFor(first)
  const found = new Map<string, Set<string>>()
  for (const [screen, begins] of Object.entries(screens)) {
    const needed = new Set(askedFor.filter((id) => begins.test(id)))
    for (const id of needed) for (const one of modules.needs(id)) needed.add(one)
    for (const id of needed) found.set(id, (found.get(id) ?? new Set()).add(screen))
  }
  return found
}

class Modules {
  readonly #context: Rolldown.ChunkingContext
  /** Of lists: the file behind each name. */
  readonly #lists = new Map<string, ReadonlyMap<string, string> | null>()

  constructor(context: Rolldown.ChunkingContext) {
    this.#context = context
  }

  /** Whatever is loaded by itself, beginning with the page's own. */
  askedFor(first: string): readonly string[] {
    const found = new Set([first])
    const seen = new Set([first])
    for (const id of seen) {
      const { importedIds = [], dynamicallyImportedIds = [] } = this.#context.getModuleInfo(id) ?? {}
      for (const one of dynamicallyImportedIds) found.add(one)
      for (const one of [...importedIds, ...dynamicallyImportedIds]) seen.add(one)
    }
    return [...found]
  }

  /** What a module imports; of a package's list only what it takes from it. */
  needs(id: string): readonly string[] {
    const { importedIds = [], code = null } = this.#context.getModuleInfo(id) ?? {}
    // Who needs a list itself needs all that is in it.
    const lists = this.#listIn(id) ? [] : importedIds.filter((one) => this.#listIn(one) !== null)
    if (lists.length === 0 || code === null) return importedIds
    const takenFrom = new Map<string, string[]>()
    for (const line of parseAst(code).body) {
      if (line.type !== 'ImportDeclaration') continue
      const { source, specifiers } = line
      const list = lists.find((one) => one.includes(`/node_modules/${source.value}/`))
      if (!list) continue
      const taken = specifiers.map((one) => {
        const name = one.type === 'ImportSpecifier' ? nameOf(one.imported) : ''
        return this.#listIn(list)?.get(name) ?? list
      })
      takenFrom.set(list, [...(takenFrom.get(list) ?? []), ...taken])
    }
    return importedIds.flatMap((one) => takenFrom.get(one) ?? [one])
  }

  #listIn(id: string): ReadonlyMap<string, string> | null {
    const known = this.#lists.get(id)
    if (known !== undefined) return known
    const { importedIds = [], code = null } = (ofLists.test(id) && this.#context.getModuleInfo(id)) || {}
    const list =
      code === null ? null : readList(code, (source) => fileOf(join(dirname(id), source), importedIds))
    this.#lists.set(id, list)
    return list
  }
}

/** null = the module does something itself. */
function readList(
  code: string,
  place: (source: string) => string | undefined,
): ReadonlyMap<string, string> | null {
  const [imported, listed] = [new Map<string, string | undefined>(), new Map<string, string>()]
  for (const line of parseAst(code).body) {
    if (line.type === 'ImportDeclaration' && line.specifiers.length > 0) {
      for (const { local } of line.specifiers) imported.set(local.name, place(line.source.value))
    } else if (line.type === 'ExportNamedDeclaration' && !line.declaration) {
      for (const { local, exported } of line.specifiers) {
        const from = line.source ? place(line.source.value) : imported.get(nameOf(local))
        if (from) listed.set(nameOf(exported), from)
      }
    } else if (line.type !== 'ExportAllDeclaration') return null
  }
  return listed
}

/** Some leave out the ending. */
function fileOf(path: string, ids: readonly string[]): string | undefined {
  return ids.find((id) => id === path || id.startsWith(`${path}.`))
}

function nameOf(name: { readonly name: string } | { readonly value: unknown }): string {
  return 'name' in name ? name.name : String(name.value)
}
