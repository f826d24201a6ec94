export * from './delivery-context';
export * from './transport';
