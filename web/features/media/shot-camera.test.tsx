// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawn } from '#web/testing/drawn-form.tsx'
import { CameraSettings } from './shot-camera.tsx'

afterEach(cleanup)

function cameraWith(capabilities: object, refuses = false): MediaStreamTrack {
  let settings = {}
  const applyConstraints = vi.fn(async ({ advanced: [change] }: { advanced: [object] }) => {
    if (refuses) throw new DOMException('', 'OverconstrainedError')
    settings = { ...settings, ...change }
  })
  return {
    getCapabilities: () => capabilities,
    getSettings: () => settings,
    applyConstraints,
  } as unknown as MediaStreamTrack
}

const whole = {
  torch: true,
  zoom: { min: 1, max: 8, step: 0.1 },
  exposureCompensation: { min: -2, max: 2, step: 0.5 },
}

test('offers the flashlight, zoom and exposure ranges of the camera', async () => {
  const track = cameraWith(whole)
  drawn(<CameraSettings track={track} />)
  const torch = screen.getByRole('button', { name: 'Flashlight' })
  fireEvent.click(torch)
  expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] })
  await vi.waitFor(() => expect(torch.getAttribute('aria-pressed')).toBe('true'))
  const zoom = screen.getByRole('slider', { name: 'Zoom' })
  expect([zoom.getAttribute('min'), zoom.getAttribute('max')]).toEqual(['1', '8'])
  fireEvent.change(zoom, { target: { value: '2.5' } })
  expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ zoom: 2.5 }] })
  fireEvent.change(screen.getByRole('slider', { name: 'Exposure' }), { target: { value: '-1' } })
  expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ exposureCompensation: -1 }] })
})

test('turns the flashlight button off if the camera rejects it', async () => {
  drawn(<CameraSettings track={cameraWith(whole, true)} />)
  const torch = screen.getByRole('button', { name: 'Flashlight' })
  fireEvent.click(torch)
  expect(torch.getAttribute('aria-pressed')).toBe('true')
  await vi.waitFor(() => expect(torch.getAttribute('aria-pressed')).toBe('false'))
})

test('hides settings the camera does not have', () => {
  drawn(<CameraSettings track={cameraWith({ zoom: { min: 1, max: 1 }, torch: [false] })} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('slider')).toBeNull()
})
