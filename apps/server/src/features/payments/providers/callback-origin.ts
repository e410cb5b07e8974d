import type { Config } from '#app/config.ts'

/** Where providers reach this instance. Simulators reach nothing but this machine, whatever its public name is. */
export const callbackOrigin = ({ payments, publicUrl, port }: Pick<Config, 'payments' | 'publicUrl' | 'port'>) =>
  payments.mode === 'simulated' && new URL(publicUrl).hostname !== 'localhost' ? `http://localhost:${port}` : publicUrl
