import { dirname, join } from 'node:path'
import { type Plugin, parseAst, type Rolldown } from 'vite'

/** Loaded with each screen after the login. */
const eachScreen = [/app\/query-provider/, /messages\/catalogue/]

/**
 * The first modules of each common screen; the other screens in groups. A file may belong to several, since
 * the shell comes with each screen.
 */
const screens: Readonly<Record<string, readonly RegExp[]>> = {
  start: [/main\.tsx$/],
  others: [/app\/other-screens\.tsx$/],
  login: [/sign-in\/login-screen/],
  entry: [/features\/(sign-in|sign-up|recovery|social)\/.*-screen/],
  guest: [/guest-screen/, ...eachScreen],
  list: [/dashboard-screen/, /app\/shell/, ...eachScreen],
  form: [/section-screen/, ...eachScreen],
  field: [/(building|photo-choice|plans|print|review|storage)-screen/, ...eachScreen],
  other: [
    /features\/(admin|bulk-upload|camera-check|contacts|deleted-surveys|form-builder|form-library|guest-dashboard|home|info|outbox|profile|settings|speech-test|terms|user-search)\/.*-screen/,
    /app\/shell/,
    ...eachScreen,
  ],
}

/** Screens whose start matters most, each with its own file. */
const waitedFor = ['login', 'guest', 'list', 'form'] as const

/** Screens that need no parser before the user does something. */
const withoutSchemas = ['login-screen', 'section-screen']

/** Packages whose entry only re-exports; named imports bypass it. */
const ofLists = /\/node_modules\/(@mantine\/(core|hooks)|@tabler\/icons-react|uuid)\//

/**
 * Assigns modules to files by the screens that need them: one file for the form only, one for form and list,
 * and so on. The bundler alone splits all screens and dialogs, which made over a hundred files for the form.
 * No listed screen gets unneeded code, and files never need each other: a module's imports are needed by all
 * screens that need the module.
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
      // The browser would run one of them before its imports.
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
    // Modules that are only imported dynamically get their own file anyway, and the page's entry starts all
    // others.
    const isAskedFor =
      context.getModuleInfo(id)?.importers.length === 0 && !screens.others?.some((begin) => begin.test(id))
    return id.startsWith('\0') || isAskedFor ? null : fileNameOf(names.get(id) ?? new Set())
  }
}

/**
 * Returns the file of a module needed by these screens; null = the bundler decides. A file costs as much as
 * ten kilobytes, so modules of few screens join the next larger group. The form, with the slowest start, gets
 * only its own needs, and sign-up and recovery get nothing of list and form. A module's importers are needed
 * by no more screens than it, so files depend only on larger groups.
 */
function fileNameOf(screens: ReadonlySet<string>): string | null {
  if (screens.has('start')) return 'start'
  // In the other group, modules of the login would load the table of all screens with it.
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

/** Returns a parser module that a screen starts with, if any. */
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

/** Returns the screens that need each module. */
function neededBy(first: string, modules: Modules): ReadonlyMap<string, ReadonlySet<string>> {
  const askedFor = modules.askedFor(first)
  const found = new Map<string, Set<string>>()
  for (const [screen, begins] of Object.entries(screens)) {
    const missing = begins.find((begin) => !askedFor.some((id) => begin.test(id)))
    // After a renaming, its modules would lie in the files of other screens.
    if (missing) throw new Error(`${missing} names no module of ${screen} (web/chunks.ts)`)
    const needed = new Set(askedFor.filter((id) => begins.some((begin) => begin.test(id))))
    for (const id of needed) for (const one of modules.needs(id)) needed.add(one)
    for (const id of needed) found.set(id, (found.get(id) ?? new Set()).add(screen))
  }
  return found
}

class Modules {
  readonly #context: Rolldown.ChunkingContext
  /** For re-exporting entries: the file of each name. */
  readonly #lists = new Map<string, ReadonlyMap<string, string> | null>()

  constructor(context: Rolldown.ChunkingContext) {
    this.#context = context
  }

  /** Returns the page's entry and all dynamically imported modules. */
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

  /** Returns a module's imports; of a re-exporting entry only the used files. */
  needs(id: string): readonly string[] {
    const { importedIds = [], code = null } = this.#context.getModuleInfo(id) ?? {}
    // A module that imports the whole entry needs all of its files.
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

/** Returns the file of each re-exported name; null = the module has code of its own. */
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

/** Returns the file of a path, with or without its extension. */
function fileOf(path: string, ids: readonly string[]): string | undefined {
  return ids.find((id) => id === path || id.startsWith(`${path}.`))
}

function nameOf(name: { readonly name: string } | { readonly value: unknown }): string {
  return 'name' in name ? name.name : String(name.value)
}
