import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { usualSettings } from '#contract/accounts/settings-choices.ts'
import { deviceLanguage, keepLanguage, pageLanguage } from '#web/lib/language/language.ts'
import { areSettingsKnown, useSettingsRecord } from '#web/lib/settings/store.ts'
import { showTextSize } from '#web/lib/settings/text-size.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { reloadPage } from '#web/lib/start/reload.ts'

/** While something waits to be sent, the server is asked again so often. */
const again = 30_000

/** From the login on, this device looks and speaks as the account has chosen, here or elsewhere. */
export function useAccountSettings(userId: string | undefined): void {
  const { chosen, waiting } = useSettingsRecord()
  const known = userId !== undefined && areSettingsKnown()
  useLook(known, chosen.theme ?? usualSettings.theme, chosen.text_size ?? usualSettings.text_size)
  const { language } = chosen
  const languageWaits = waiting.includes('language')
  useEffect(() => {
    // Who chose no language hears what the device speaks.
    if (!known || !language || language === pageLanguage()) return
    keepLanguage(language)
    // Where nothing can be kept, the next page would speak as this one does, and load anew for ever.
    if (deviceLanguage() !== language) return
    // Only what the server has taken: without a network the page could not be loaded anew.
    if (!languageWaits) void reloadPage()
  }, [known, language, languageWaits])
  useExchange(userId, waiting.length > 0)
}

function useLook(known: boolean, theme: 'light' | 'dark' | 'system', size: 100 | 112 | 125 | 150): void {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  useEffect(() => {
    if (known) setColorScheme(theme === 'system' ? 'auto' : theme)
  }, [known, theme, setColorScheme])
  useEffect(() => {
    if (known) showTextSize(size)
  }, [known, size])
}

function useExchange(userId: string | undefined, waits: boolean): void {
  useEffect(() => {
    if (!userId) return
    const read = () => void exchange(true)
    const readWhenSeen = () => document.visibilityState === 'visible' && read()
    const keep = afterFirstScreen(read)
    window.addEventListener('online', read)
    document.addEventListener('visibilitychange', readWhenSeen)
    return () => {
      keep()
      window.removeEventListener('online', read)
      document.removeEventListener('visibilitychange', readWhenSeen)
    }
  }, [userId])
  useEffect(() => {
    if (!userId || !waits) return
    const keep = afterFirstScreen(() => void exchange(false))
    const timer = setInterval(() => void exchange(false), again)
    return () => {
      keep()
      clearInterval(timer)
    }
  }, [userId, waits])
}

/** Apart from the screens, none of which waits for it. */
async function exchange(read: boolean): Promise<void> {
  // Where its code cannot be loaded now, the next start exchanges the settings.
  const sync = await import('#web/lib/settings/sync.ts').catch(() => null)
  await sync?.exchangeSettings({ read })
}
