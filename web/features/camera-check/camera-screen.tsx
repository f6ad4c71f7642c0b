import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type CameraRequest, type CameraState, useCamera } from '#web/lib/files/use-camera.ts'
import { usePermission } from '#web/lib/files/use-permission.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { Facts } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './camera.module.css'
import { CameraProblemAlert } from './camera-problem.tsx'

/** Lets the user check the camera before a visit. Stores nothing. */
export function CameraScreen() {
  useTitle(t('camera.title'))
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [wanted, setWanted] = useState<CameraRequest>(null)
  const [shots, setShots] = useState(0)
  const state = useCamera(video, wanted)
  const want = (next: CameraRequest) => {
    setShots(0)
    setWanted(next)
  }
  return (
    <>
      <PageHeader title={t('camera.title')} />
      <Stack gap="lg" maw="44rem">
        <Paper withBorder radius="lg" p="lg">
          <Text mb="md">{t('camera.lead')}</Text>
          <PermissionFact />
          <video
            ref={setVideo}
            className={classes.picture}
            hidden={state.is !== 'live' && state.is !== 'starting'}
            muted
            playsInline
            aria-label={t('camera.picture')}
          />
          <Text role="status" my="sm" fw={550}>
            {state.is === 'starting' && t('fields.startingCamera')}
            {state.is === 'live' && t('camera.works')}
          </Text>
          {state.is === 'off' && <Button onClick={() => want({ device: null })}>{t('camera.start')}</Button>}
          {state.is === 'trouble' && (
            <CameraProblemAlert problem={state.problem} onAgain={() => want({ device: null })} />
          )}
          {state.is === 'live' && (
            <Live
              state={state}
              onChoose={(device) => want({ device })}
              onShot={() => setShots(shots + 1)}
              onStop={() => want(null)}
            />
          )}
        </Paper>
        {video && shots > 0 && state.is === 'live' && (
          <Paper withBorder radius="lg" p="lg">
            <TestPhoto key={shots} video={video} onDiscard={() => setShots(0)} />
          </Paper>
        )}
      </Stack>
    </>
  )
}

interface LiveProps {
  readonly state: Extract<CameraState, { is: 'live' }>
  readonly onChoose: (device: string) => void
  readonly onShot: () => void
  readonly onStop: () => void
}

function Live({ state, onChoose, onShot, onStop }: LiveProps) {
  const { used, cameras, width, height } = state
  const name = (one: string, number: number) => one || t('camera.numbered', { number })
  return (
    <Stack gap="md">
      {cameras.length > 1 && (
        <NativeSelect
          label={t('camera.choose')}
          value={used.id}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          data={cameras.map((one, index) => ({ value: one.id, label: name(one.name, index + 1) }))}
        />
      )}
      <Facts
        facts={[
          [t('camera.used'), name(used.name, 1)],
          [t('camera.size'), t('camera.pixels', { width: String(width), height: String(height) })],
        ]}
      />
      <Group gap="sm">
        <Button onClick={onShot}>{t('camera.shoot')}</Button>
        <Button variant="default" onClick={onStop}>
          {t('camera.stop')}
        </Button>
      </Group>
    </Stack>
  )
}

const words = {
  granted: 'camera.granted',
  denied: 'camera.denied',
  prompt: 'camera.prompt',
} as const satisfies Record<PermissionState, MessageKey>

/** The browser's current camera permission. */
function PermissionFact() {
  const permission = usePermission('camera')
  return <Facts facts={[[t('camera.permission'), t(permission ? words[permission] : 'camera.unknown')]]} />
}

interface Props {
  readonly video: HTMLVideoElement
  readonly onDiscard: () => void
}

/** A test photo, held in memory only. */
function TestPhoto({ video, onDiscard }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const paper = canvas.current
    if (!paper) return
    paper.width = video.videoWidth
    paper.height = video.videoHeight
    paper.getContext('2d')?.drawImage(video, 0, 0)
    heading.current?.focus()
  }, [video])
  return (
    <section aria-labelledby="test-photo">
      <Title order={2} id="test-photo" ref={heading} tabIndex={-1} mb="sm">
        {t('camera.photo')}
      </Title>
      <canvas ref={canvas} className={classes.photo} role="img" aria-label={t('camera.photo')} />
      <Group justify="space-between" mt="sm" gap="sm">
        <Text size="sm">{t('camera.notKept')}</Text>
        <Button variant="default" onClick={onDiscard}>
          {t('camera.discard')}
        </Button>
      </Group>
    </section>
  )
}
