import assert from 'node:assert/strict'
import { BlockList, isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { kindOfAddress } from './address-kinds.ts'

const places: Record<'public' | 'not-public' | 'link-local', readonly string[]> = {
  public: [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    // A network without IPv4 reaches the rest of the world like this.
    '64:ff9b::808:808',
  ],
  'not-public': [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.1.2.3',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:10.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::808:808',
    '2002:7f00:1::1',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
  ],
  'link-local': [
    '169.254.0.1',
    '169.254.169.254',
    '169.254.255.255',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fe80::1',
    'FE80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    '::ffff:169.254.1.1',
    '::ffff:a9fe:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    // Teredo, with its client's address written upside down.
    '2001:0:808:808::5601:5601',
    '::169.254.169.254',
  ],
}

for (const [kind, addresses] of Object.entries(places)) {
  test(`[R11] [I41] these addresses are ${kind}`, () => {
    for (const address of addresses) assert.equal(kindOfAddress(address), kind, address)
  })
}

test('[R11] what is no plain address is none', () => {
  const texts = [
    '',
    'name',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '1.2.3.256',
    '1.2.3.4.5',
    ':::',
  ]
  for (const text of [
    ...texts,
    '1:2:3:4:5:6:7',
    '1::2::3',
    'g::1',
    '1:2:3:4:5:6:7:8:9',
    '::1.2.3',
    '12345::',
  ]) {
    assert.equal(kindOfAddress(text), undefined, text)
  }
})

test('[R11] every address that Node knows is read, and ranges are those that Node means', () => {
  const private4 = new BlockList()
  private4.addSubnet('10.0.0.0', 8)
  private4.addSubnet('172.16.0.0', 12)
  private4.addSubnet('192.168.0.0', 16)
  private4.addSubnet('127.0.0.0', 8)
  private4.addSubnet('169.254.0.0', 16)
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      if (private4.check(address)) assert.notEqual(kindOfAddress(address), 'public')
      assert.notEqual(kindOfAddress(address), undefined)
    }),
  )
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      assert.equal(kindOfAddress(address) !== undefined, isIP(address) === 6, address)
      // Written in another way, it stays the same place.
      const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
      assert.equal(kindOfAddress(canonical), kindOfAddress(address), address)
    }),
  )
})
