import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import classes from './provider-buttons.module.css'
import { FacebookMark, GoogleMark } from './provider-marks.tsx'

export interface Provider {
  readonly id: string
  readonly name: string
}

interface Props {
  /** Providers configured on the server. */
  providers: readonly Provider[]
  words: 'social.logInWith' | 'social.signUpWith'
  /** The provider being opened. */
  going: string | null
  onChoose: (provider: Provider, isSetUp: boolean) => void
}

/** Always shown, as the specification requires. Unconfigured providers say so when pressed. */
const known: readonly (Provider & { readonly mark: ReactNode; readonly look: string | undefined })[] = [
  { id: 'facebook', name: 'Facebook', mark: <FacebookMark />, look: classes.facebook },
  { id: 'google', name: 'Google', mark: <GoogleMark />, look: classes.google },
]

export function ProviderButtons({ providers, words, going, onChoose }: Props) {
  const others = providers.filter(({ id }) => !known.some((one) => one.id === id))
  return (
    <Stack gap="sm">
      {known.map(({ mark, look, ...provider }) => {
        const isSetUp = providers.some(({ id }) => id === provider.id)
        return (
          <div key={provider.id}>
            <Button
              fullWidth
              className={look ?? ''}
              leftSection={mark}
              loading={going === provider.id}
              disabled={going !== null && going !== provider.id}
              aria-describedby={isSetUp ? undefined : `${provider.id}-off`}
              onClick={() => onChoose(provider, isSetUp)}
            >
              {t(words, { provider: provider.name })}
            </Button>
            {!isSetUp && (
              <Text id={`${provider.id}-off`} size="sm" c="dimmed" mt={4}>
                {t('social.notSetUp', { provider: provider.name })}
              </Text>
            )}
          </div>
        )
      })}
      {others.map((provider) => (
        <Button
          key={provider.id}
          fullWidth
          variant="default"
          loading={going === provider.id}
          disabled={going !== null && going !== provider.id}
          onClick={() => onChoose(provider, true)}
        >
          {t(words, { provider: provider.name })}
        </Button>
      ))}
    </Stack>
  )
}
