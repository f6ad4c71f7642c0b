import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { usualSettings } from '#contract/accounts/settings-choices.ts'
import { deviceLanguage, pageLanguage, storeLanguage } from '#web/lib/language/language.ts'
import { areSettingsLoaded, useSettingsRecord } from '#web/lib/settings/store.ts'
import { showTextSize } from '#web/lib/settings/text-size.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { reloadPage } from '#web/lib/start/reload.ts'

/** Milliseconds until a failed exchange is retried while a choice waits. */
const again = 30_000

/** Applies the account's settings to this device while it is logged in. */
export function useAccountSettings(userId: string | undefined): void {
  const { chosen, waiting } = useSettingsRecord()
  const known = userId !== undefined && areSettingsLoaded()
  useLook(known, chosen.theme ?? usualSettings.theme, chosen.text_size ?? usualSettings.text_size)
  const { language } = chosen
  const languageWaits = waiting.includes('language')
  useEffect(() => {
    // Without a chosen language, the device's is used.
    if (!known || !language || language === pageLanguage()) return
    storeLanguage(language)
    // Without storage the next page would have this language again and reload forever.
    if (deviceLanguage() !== language) return
    // Only after the server has the choice: offline, the page could not reload.
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
    const cancel = afterFirstScreen(read)
    window.addEventListener('online', read)
    document.addEventListener('visibilitychange', readWhenSeen)
    return () => {
      cancel()
      window.removeEventListener('online', read)
      document.removeEventListener('visibilitychange', readWhenSeen)
    }
  }, [userId])
  useEffect(() => {
    if (!userId || !waits) return
    const cancel = afterFirstScreen(() => void exchange(false))
    const timer = setInterval(() => void exchange(false), again)
    return () => {
      cancel()
      clearInterval(timer)
    }
  }, [userId, waits])
}

/** Loaded separately, because no screen waits for it. */
async function exchange(read: boolean): Promise<void> {
  // If its code fails to load, the next start exchanges the settings.
  const sync = await import('#web/lib/settings/sync.ts').catch(() => null)
  await sync?.exchangeSettings({ read })
}
