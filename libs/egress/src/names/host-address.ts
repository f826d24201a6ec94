export interface HostAddress {
  address: string;
  family: 4 | 6;
}
