/**
 * Credentials that only the simulators accept, for the app in simulated mode.
 * Shortcode and passkey are Safaricom's public sandbox values.
 */
export const testCredentials = {
  daraja: {
    consumerKey: 'simulated-consumer-key',
    consumerSecret: 'simulated-consumer-secret',
    shortcode: '174379',
    passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
    initiator: 'testapi',
    securityCredential: Buffer.alloc(256, 'simulated').toString('base64'),
    /** Name on the payer's prompt. */
    merchantName: 'PAWTRAIT',
  },
  paystack: { secretKey: 'sk_test_simulated0000000000000000000000000000' },
  stripe: { secretKey: 'sk_test_simulated', webhookSecret: 'whsec_simulated' },
}

export type TestCredentials = typeof testCredentials
