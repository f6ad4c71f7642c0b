import { isMantineColorScheme, Radio, Stack, Title, useMantineColorScheme } from '@mantine/core'
import { say } from '#web/lib/say.ts'

const themes = [
  ['light', 'settings.light'],
  ['dark', 'settings.dark'],
  ['auto', 'settings.system'],
] as const

export function ThemeSettings() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Title order={2} id="theme" mb="xs">
        {say('settings.theme')}
      </Title>
      <Radio.Group
        aria-labelledby="theme"
        value={colorScheme}
        onChange={(chosen) => isMantineColorScheme(chosen) && setColorScheme(chosen)}
      >
        <Stack gap={0}>
          {themes.map(([value, text]) => (
            <Radio key={value} value={value} label={say(text)} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  )
}
