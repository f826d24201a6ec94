import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';

interface HttpAnswer {
  headersSent?: boolean;
  status(code: number): { send(body: unknown): unknown };
}

/**
 * Passes handler errors to the transport: Nest would replace them with a generic error without retry advice. Register
 * it in every application with a consumer. HTTP errors of hybrid applications get Nest's default response.
 */
@Catch()
export class RethrowFilter implements ExceptionFilter {
  private readonly logger = new Logger(RethrowFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const answer = host.switchToHttp().getResponse<HttpAnswer>();
    if (!(error instanceof HttpException)) this.logger.error(error);
    if (answer.headersSent) return;
    if (error instanceof HttpException) {
      const body = error.getResponse();
      const status = error.getStatus();
      answer.status(status).send(typeof body === 'string' ? { statusCode: status, message: body } : body);
    } else {
      answer.status(500).send({ statusCode: 500, message: 'Internal server error' });
    }
  }
}
