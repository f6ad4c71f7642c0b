import type { Page } from 'playwright-core'

/** A recogniser of the page as its journey steers it, newest last. */
interface FakeRound {
  readonly lang: string
  readonly continuous: boolean
  readonly interimResults: boolean
  state: 'new' | 'running' | 'stopping' | 'over'
  hear(...texts: readonly string[]): void
  fail(code: string): void
  end(): void
}

declare global {
  var speechRounds: FakeRound[]
  /** Makes `start()` throw. */
  var speechBroken: boolean
}

/** Puts a recogniser at the browser's interface; `null` takes the browser's own away. Before the page is opened. */
export async function fakeSpeech(page: Page, kind: 'SpeechRecognition' | 'webkitSpeechRecognition' | null) {
  await page.addInitScript(install, kind)
  return {
    rounds: () => page.evaluate(() => globalThis.speechRounds.length),
    newest: () =>
      page.evaluate(() => {
        const { lang, continuous, interimResults, state } = globalThis.speechRounds.at(-1) ?? {}
        return { lang, continuous, interimResults, state }
      }),
    /** What the service has understood so far in this round; words that end in '.' are final. */
    hear: (...texts: readonly string[]) =>
      page.evaluate((said) => globalThis.speechRounds.at(-1)?.hear(...said), texts),
    fail: (code: string) => page.evaluate((one) => globalThis.speechRounds.at(-1)?.fail(one), code),
    /** The service ends the round by itself. */
    end: () => page.evaluate(() => globalThis.speechRounds.at(-1)?.end()),
    breakStart: () =>
      page.evaluate(() => {
        globalThis.speechBroken = true
      }),
  }
}

/** In the page. */
function install(kind: 'SpeechRecognition' | 'webkitSpeechRecognition' | null): void {
  class Round extends EventTarget {
    lang = ''
    continuous = false
    interimResults = false
    state: FakeRound['state'] = 'new'

    start(): void {
      const running = globalThis.speechRounds.some(({ state }) => state === 'running' || state === 'stopping')
      if (globalThis.speechBroken || running) throw new DOMException('busy', 'InvalidStateError')
      globalThis.speechRounds.push(this)
      this.state = 'running'
    }

    stop(): void {
      if (this.state === 'running') this.state = 'stopping'
    }

    abort(): void {
      this.end()
    }

    hear(...texts: readonly string[]): void {
      const results = texts.map((text) => ({
        isFinal: text.endsWith('.'),
        0: { transcript: text.replace(/\.$/, '') },
      }))
      this.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }))
    }

    fail(error: string): void {
      this.dispatchEvent(Object.assign(new Event('error'), { error }))
      this.end()
    }

    end(): void {
      this.state = 'over'
      this.dispatchEvent(new Event('end'))
    }
  }
  globalThis.speechRounds = []
  globalThis.speechBroken = false
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'] as const) {
    Object.defineProperty(globalThis, name, { value: name === kind ? Round : undefined, configurable: true })
  }
}
