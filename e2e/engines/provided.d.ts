import 'vitest'
import type { EngineName } from './engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser of this run. */
    readonly engine: EngineName
  }
}
